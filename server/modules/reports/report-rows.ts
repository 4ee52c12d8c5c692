import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { MONEY_KINDS, reportEndpoints } from '#contract/endpoints/reports.ts';
import type { Context } from '#server/context.ts';
import type { EntryKind } from './ledger-parts.queries.ts';
import { findPeriod } from './period.queries.ts';
import { keyOf, toWireRow } from './reports.wire.ts';
import { listMoneyRows, type RowFilter } from './rows.queries.ts';

type RowsQuery = QueryOf<typeof reportEndpoints.reportRows>;

const KINDS: Record<(typeof MONEY_KINDS)[number], EntryKind[]> = {
  charge: ['charge'],
  refund: ['refund', 'refund_failed'],
  dispute: ['dispute', 'dispute_won'],
};

/** A page of what a figure is made of. */
export async function reportRows(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  query: RowsQuery,
): Promise<ResponseOf<typeof reportEndpoints.reportRows>> {
  const { start_date: startDate, end_date: endDate, time_zone: timeZone, limit } = query;
  const period = await findPeriod(db, { startDate, endDate, timeZone });
  const found = await listMoneyRows(db, { ...period, mode: payments.mode }, filterOf(query), limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows: rows.map(toWireRow), next: found.length > limit && last ? keyOf(last) : null };
}

function filterOf({ kind, product, event, brand, after }: RowsQuery): RowFilter {
  const [entryId = 0, lineId = 0] = after?.split('-').map(Number) ?? [];
  return {
    ...(kind ? { kinds: KINDS[kind] } : {}),
    ...(product ? { isImage: product === 'image' } : {}),
    ...(event === undefined ? {} : { eventId: event }),
    ...(brand === undefined ? {} : { brandName: brand }),
    ...(after ? { after: { entryId, lineId } } : {}),
  };
}
