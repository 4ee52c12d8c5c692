import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import {
  type AlbumPaymentRow,
  MAX_ALBUM_PAYMENTS,
  type reportEndpoints,
} from '#contract/endpoints/reports.ts';
import { rowFor } from '#contract/lists/of-customers.ts';
import type { Tx } from '#server/context.ts';
import { SHOWN_NAME } from '#server/modules/accounts/find-people.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { isoTime } from '#server/platform/time/timestamps.ts';
import { isPaid } from './album-totals.ts';
import { findPeriod, type LedgerRange, type Period } from './period.queries.ts';

type PaymentsQuery = QueryOf<typeof reportEndpoints.albumPaymentReport>;

/** Without a limit, too long a list is refused instead of cut, because a partial list would not add up. */
export async function reportAlbumPayments(
  { db, payments: { mode } }: Pick<Tx, 'db' | 'payments'>,
  actor: Actor,
  query: PaymentsQuery,
): Promise<AlbumPaymentRow[]> {
  const { _start: start, _limit: limit = MAX_ALBUM_PAYMENTS } = query;
  const range = { ...(await periodOf(db, query)), mode };
  if (query._limit === undefined && (await hasMorePayments(db, range, start + limit))) {
    throw new AppError('too_many', {
      message:
        'There are too many payments in this period. Choose a shorter one, or read it in parts with _limit.',
    });
  }
  const payments = await listAlbumPayments(db, range, { start, limit });
  return payments.map((payment) => rowFor(actor, payment));
}

/** A date means a whole day of the time zone, a timestamp an exact moment. */
async function periodOf(
  db: Db,
  { start_date: start, end_date: end, time_zone }: PaymentsQuery,
): Promise<Period> {
  const days = { start_date: start.slice(0, 10), end_date: end.slice(0, 10), time_zone };
  const { from, until } = await findPeriod(db, days);
  return { from: start.includes('T') ? start : from, until: end.includes('T') ? end : until };
}

const paidLines = ({ mode, from, until }: LedgerRange) => sql`
  orders join order_lines line on line.order_id = orders.id
  where orders.paid_at >= ${from} and orders.paid_at < ${until} and line.image_id is null and ${isPaid(mode)}`;

async function hasMorePayments(db: Db, range: LedgerRange, max: number): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (select from ${paidLines(range)} limit ${max + 1}) payments`.execute(db);
  return (rows[0]?.found ?? 0) > max;
}

/** The newest come first. Includes free albums. After a swap, a row names the album that the customer has now. */
async function listAlbumPayments(
  db: Db,
  range: LedgerRange,
  { start, limit }: { start: number; limit: number },
): Promise<AlbumPaymentRow[]> {
  const { rows } = await sql<AlbumPaymentRow>`
    with page as (
      select line.id, line.order_id, line.album_id, line.total_cents, line.refunded_cents, orders.paid_at,
        orders.user_id, orders.is_pool, orders.coupon_id
      from ${paidLines(range)} order by orders.paid_at desc, line.id desc offset ${start} limit ${limit}),
    swapped as (
      select distinct on (own.order_line_id) own.order_line_id, own.album_id
      from page join entitlements own on own.order_line_id = page.id and own.album_id <> page.album_id
      order by own.order_line_id, own.id desc),
    facial as (
      select distinct attempt.order_id from page join payment_attempts attempt on attempt.order_id = page.order_id
      where attempt.state = 'succeeded' and attempt.facial)
    select page.id, page.order_id as order, albums.id as album,
      trim(albums.program_name || ' ' || albums.team_name) as album_name, events.id as event,
      events.name as event_name, users.id as customer, ${SHOWN_NAME} as customer_name, page.total_cents as amount,
      page.refunded_cents as refunded, facial.order_id is not null as facial, page.is_pool as pool,
      coupons.code as coupon, ${isoTime('page.paid_at')} as paid_at
    from page left join swapped on swapped.order_line_id = page.id
      join albums on albums.id = coalesce(swapped.album_id, page.album_id)
      join events on events.id = albums.event_id
      join users on users.id = page.user_id
      left join coupons on coupons.id = page.coupon_id
      left join facial on facial.order_id = page.order_id
    order by page.paid_at desc, page.id desc`.execute(db.withoutPlugins());
  return rows;
}
