import { isReportRange, MAX_REPORT_DAYS } from '#contract/endpoints/reports.ts';
import type { FilterValues } from '#contract/lists/list.ts';
import type { reportRowList } from '#contract/lists/report-rows.ts';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { splitKeywords } from '#server/platform/keywords.ts';
import { readCursor, type SortType, writeCursor } from '#server/platform/lists/list-cursor.ts';
import type { ListSource } from '#server/platform/lists/list-source.ts';
import { findPeriod } from './period.queries.ts';
import { toWireRow } from './reports.wire.ts';
import type { RowFilter } from './row-filter.queries.ts';
import { listMoneyRows, type MoneyRow, sumMoneyRows } from './rows.queries.ts';
import type { EntryKind } from './sums.rules.ts';

type Filters = FilterValues<typeof reportRowList>;
type SortBy = 'time' | 'amount';

const KINDS: Record<NonNullable<Filters['kind']>, EntryKind[]> = {
  charge: ['charge'],
  refund: ['refund', 'refund_failed'],
  dispute: ['dispute', 'dispute_won'],
  fee: ['fee', 'dispute_fee'],
};

const CURSORS: Record<SortBy, SortType[]> = {
  time: ['bigint', 'bigint'],
  amount: ['bigint', 'bigint', 'bigint'],
};

export function requireReportRange({ start_date = '', end_date = '' }: Filters): void {
  if (isReportRange({ start_date, end_date })) return;
  const message = `Choose a range of at most ${MAX_REPORT_DAYS} days`;
  throw new AppError('invalid_request', { details: [{ path: 'end_date', message }] });
}

export function reportRowSource({
  mode,
}: Pick<Tx['payments'], 'mode'>): ListSource<typeof reportRowList, { amount: number }> {
  const rangeOf = async (db: Db, { start_date = '', end_date = '', time_zone = 'UTC' }: Filters) => ({
    ...(await findPeriod(db, { startDate: start_date, endDate: end_date, timeZone: time_zone })),
    mode,
  });
  return {
    async readPage(db, { filters, sort, after, start, limit }) {
      const found = await listMoneyRows(db, await rangeOf(db, filters), {
        filter: filterOf(filters),
        sort: { by: sort.key, isDown: sort.direction === 'desc' },
        after: after === undefined ? undefined : placeOf(readCursor(sort, CURSORS[sort.key], after)),
        start: after === undefined ? start : 0,
        limit: limit + 1,
      });
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      return {
        rows: rows.map(toWireRow),
        next: found.length > limit && last ? writeCursor(sort, cursorOf(sort.key, last)) : null,
      };
    },
    async count(db, filters) {
      const { rows, cents } = await sumMoneyRows(db, await rangeOf(db, filters), filterOf(filters));
      return { total: rows, amount: cents };
    },
  };
}

function cursorOf(by: SortBy, { entryId, lineId, amountCents }: MoneyRow): string[] {
  return [entryId, lineId, ...(by === 'amount' ? [amountCents] : [])].map(String);
}

function placeOf(values: string[]) {
  const [entryId = 0, lineId = 0, amountCents = 0] = values.map(Number);
  return { entryId, lineId, amountCents };
}

function filterOf({ kind, product, event, brand, pool, facial, coupon, q, through }: Filters): RowFilter {
  return {
    ...(kind ? { kinds: KINDS[kind] } : {}),
    ...(product ? { isImage: product === 'image' } : {}),
    ...(event === undefined ? {} : { eventId: event }),
    ...(brand === undefined ? {} : { brandName: brand }),
    ...(pool ? { isPool: pool === 'yes' } : {}),
    ...(facial ? { isFacial: facial === 'yes' } : {}),
    ...(coupon ? { hasCoupon: coupon === 'yes' } : {}),
    ...(q ? { words: splitKeywords(q) } : {}),
    ...(through === undefined ? {} : { throughId: through }),
  };
}
