import type { QueryOf } from '#contract/endpoint.ts';
import type { AlbumPaymentRow, reportEndpoints } from '#contract/endpoints/reports.ts';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { findPeriod, type Period } from './period.queries.ts';
import { toWireAlbumPayment } from './reports.wire.ts';
import { listAlbumPayments } from './rows.queries.ts';

const MOST_ROWS = 50_000;

type PaymentsQuery = QueryOf<typeof reportEndpoints.albumPaymentReport>;

/** Refuses long periods instead of cutting the list, because a partial list would not add up. */
export async function reportAlbumPayments(
  { db }: Pick<Tx, 'db'>,
  query: PaymentsQuery,
): Promise<AlbumPaymentRow[]> {
  const rows = await listAlbumPayments(db, await periodOf(db, query), MOST_ROWS + 1);
  if (rows.length > MOST_ROWS) {
    throw new AppError('too_many', {
      message: 'There are too many payments in this period. Choose a shorter one.',
    });
  }
  return rows.map(toWireAlbumPayment);
}

/** A date stands for a whole day of the time zone, a timestamp for an exact moment. */
async function periodOf(
  db: Db,
  { start_date: start, end_date: end, time_zone: timeZone }: PaymentsQuery,
): Promise<Period> {
  const days = { startDate: start.slice(0, 10), endDate: end.slice(0, 10), timeZone };
  const { from, until } = await findPeriod(db, days);
  return { from: start.includes('T') ? start : from, until: end.includes('T') ? end : until };
}
