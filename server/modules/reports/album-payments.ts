import type { QueryOf } from '#contract/endpoint.ts';
import {
  type AlbumPaymentRow,
  MAX_ALBUM_PAYMENTS,
  type reportEndpoints,
} from '#contract/endpoints/reports.ts';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { hasMorePayments, listAlbumPayments, skipPayments } from './album-payments.queries.ts';
import { atOneMoment, findKept } from './kept/spans.queries.ts';
import { findPeriod, type Period } from './period.queries.ts';
import { toWireAlbumPayment } from './reports.wire.ts';

type PaymentsQuery = QueryOf<typeof reportEndpoints.albumPaymentReport>;

/** Without a limit, too long a list is refused instead of cut, because a partial list would not add up. */
export async function reportAlbumPayments(
  { db, payments }: Pick<Tx, 'db' | 'payments'>,
  query: PaymentsQuery,
): Promise<AlbumPaymentRow[]> {
  const { _start: start, _limit: limit = MAX_ALBUM_PAYMENTS } = query;
  const period = await periodOf(db, query);
  if (query._limit === undefined && (await hasMorePayments(db, period, start + limit))) {
    throw new AppError('too_many', {
      message:
        'There are too many payments in this period. Choose a shorter one, or read it in parts with _limit.',
    });
  }
  const rows = await atOneMoment(db, async (tx) => {
    if (start === 0) return listAlbumPayments(tx, period, { start, limit });
    const kept = await findKept(tx, 'buyers', { ...period, mode: payments.mode });
    const place = await skipPayments(tx, kept, { until: period.until, start });
    return listAlbumPayments(tx, { from: period.from, until: place.until }, { start: place.start, limit });
  });
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
