import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { MONEY_KINDS, reportEndpoints } from '#contract/endpoints/reports.ts';
import type { Tx } from '#server/context.ts';
import { splitKeywords } from '#server/platform/keywords.ts';
import type { EntryKind } from './ledger-parts.queries.ts';
import { findPeriod } from './period.queries.ts';
import { nextOf, readNext, toWireRow } from './reports.wire.ts';
import type { RowFilter } from './row-filter.queries.ts';
import { findLastEntryId, listMoneyRows, type RowSort, sumMoneyRows } from './rows.queries.ts';

type RowsQuery = QueryOf<typeof reportEndpoints.reportRows>;
type FilterQuery = QueryOf<typeof reportEndpoints.reportRowTotals>;

const KINDS: Record<(typeof MONEY_KINDS)[number], EntryKind[]> = {
  charge: ['charge'],
  refund: ['refund', 'refund_failed'],
  dispute: ['dispute', 'dispute_won'],
};

export async function reportRows(
  tx: Pick<Tx, 'db' | 'payments'>,
  query: RowsQuery,
): Promise<ResponseOf<typeof reportEndpoints.reportRows>> {
  const { db } = tx;
  const through = query.through ?? (await findLastEntryId(db));
  const sort = sortOf(query.sort);
  const found = await listMoneyRows(db, await rangeOf(tx, query), {
    filter: filterOf({ ...query, through }),
    sort,
    after: query.after === undefined ? undefined : readNext(query.after),
    limit: query.limit + 1,
  });
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  return {
    rows: rows.map(toWireRow),
    next: found.length > query.limit && last ? nextOf(last, sort) : null,
    through,
  };
}

export async function totalRows(
  tx: Pick<Tx, 'db' | 'payments'>,
  query: FilterQuery,
): Promise<ResponseOf<typeof reportEndpoints.reportRowTotals>> {
  const { rows, cents } = await sumMoneyRows(tx.db, await rangeOf(tx, query), filterOf(query));
  return { rows, amount: cents };
}

async function rangeOf({ db, payments }: Pick<Tx, 'db' | 'payments'>, query: FilterQuery) {
  const { start_date: startDate, end_date: endDate, time_zone: timeZone } = query;
  return { ...(await findPeriod(db, { startDate, endDate, timeZone })), mode: payments.mode };
}

function sortOf(sort: RowsQuery['sort']): RowSort {
  return { by: sort.endsWith('time') ? 'time' : 'amount', isDown: sort.startsWith('-') };
}

function filterOf({ kind, product, event, brand, pool, facial, coupon, q, through }: FilterQuery): RowFilter {
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
