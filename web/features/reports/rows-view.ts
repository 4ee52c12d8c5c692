// What the list of rows shows and in what order, as the address has it; what it cannot mean is left out.
import {
  MAX_ROW_SEARCH,
  MONEY_KINDS,
  PRODUCTS,
  type ReportRow,
  YES_OR_NO,
} from '#contract/endpoints/reports.ts';
import type { Columns, Sort } from '#web/lib/list-sort.ts';
import type { RowsFilter } from './reports.query.ts';

/** Names in the address; gone when the list is closed. */
export const ROWS_SEARCH = ['kind', 'product', 'pool', 'face', 'coupon', 'q', 'sort'] as const;
type RowsSearch = Partial<Record<(typeof ROWS_SEARCH)[number], string | undefined>>;

export const ROW_COLUMNS = {
  time: { label: 'Time', of: (row) => row.at, beginsDown: true },
  amount: { label: 'Amount', of: (row) => row.amount, beginsDown: true },
} as const satisfies Columns<ReportRow, string>;
export type RowColumn = keyof typeof ROW_COLUMNS;
export const NEWEST: Sort<RowColumn> = { column: 'time', isDown: true };

export const KIND_FILTERS = { charge: 'Sales', refund: 'Refunds', dispute: 'Disputes' } as const;
export const PRODUCT_WORDS = { album: 'Albums', image: 'Single photos' } as const;
export const POOL_FILTERS = { yes: 'Pools', no: 'Without pools' } as const;
export const FACE_FILTERS = { yes: 'Found by face', no: 'Not by face' } as const;
export const COUPON_FILTERS = { yes: 'With a coupon', no: 'Without coupons' } as const;

const among = <Value extends string>(values: readonly Value[], text: string | undefined) =>
  values.find((value) => value === text);

export function readRowsFilter(search: RowsSearch): RowsFilter {
  const filter = {
    kind: among(MONEY_KINDS, search.kind),
    product: among(PRODUCTS, search.product),
    pool: among(YES_OR_NO, search.pool),
    facial: among(YES_OR_NO, search.face),
    coupon: among(YES_OR_NO, search.coupon),
    q: search.q?.trim().slice(0, MAX_ROW_SEARCH) || undefined,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
