import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import type { Kept } from './kept/spans.rules.ts';
import type { Period } from './period.queries.ts';

export type AlbumPayment = {
  id: number;
  orderId: number;
  albumId: number;
  totalCents: number;
  refundedCents: number;
  programName: string;
  teamName: string;
  eventId: number;
  eventName: string;
  userId: number;
  userName: string;
  isPool: boolean;
  couponCode: string | null;
  paidAt: string;
  facial: boolean;
};

const paidLines = ({ from, until }: Period) => sql`
  orders join order_lines line on line.order_id = orders.id
  where orders.paid_at >= ${from} and orders.paid_at < ${until} and line.image_id is null`;

export async function hasMorePayments(db: Db, period: Period, most: number): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (select from ${paidLines(period)} limit ${most + 1}) payments`.execute(db);
  return (rows[0]?.found ?? 0) > most;
}

/**
 * Finds where a page begins, so that the lines before it are not read. The newest lines come first. Kept counts of months and
 * days tell in which part of the period the page begins: `until` is the end of that part, and `start` is how many of its
 * lines come before the page.
 */
export async function skipPayments(
  db: Db,
  { days, months, edges }: Kept,
  { until, start }: { until: string; start: number },
): Promise<{ until: string; start: number }> {
  const counts = edges.map(
    (edge) => sql`
      select ${edge.until}::timestamptz as until, (select count(*) from ${paidLines(edge)}) as lines
      union all`,
  );
  const { rows } = await sql<{ until: string; before: number }>`
    select until, before from (
      select until, lines, coalesce(sum(lines) over (order by until desc
        rows between unbounded preceding and 1 preceding), 0)::integer as before
      from (${sql.join(counts, sql``)} select span_ends(span), lines from kept_payments
        where span = any(${[...months, ...days]})) part) place
    where before <= ${start} order by until limit 1`.execute(db);
  const [place] = rows;
  return place ? { until: place.until, start: start - place.before } : { until, start };
}

/** Includes free albums. After a swap, a row names the album that the customer has now. */
export async function listAlbumPayments(
  db: Db,
  period: Period,
  { start, limit }: { start: number; limit: number },
): Promise<AlbumPayment[]> {
  const { rows } = await sql<AlbumPayment>`
    with page as (
      select line.id, line.order_id, line.album_id, line.total_cents, line.refunded_cents, orders.paid_at,
        orders.user_id, orders.is_pool, orders.coupon_id
      from ${paidLines(period)} order by orders.paid_at desc, line.id desc offset ${start} limit ${limit}),
    swapped as (
      select distinct on (own.order_line_id) own.order_line_id, own.album_id
      from page join entitlements own on own.order_line_id = page.id and own.album_id <> page.album_id
      order by own.order_line_id, own.id desc),
    facial as (
      select distinct attempt.order_id from page join payment_attempts attempt on attempt.order_id = page.order_id
      where attempt.state = 'succeeded' and attempt.facial)
    select page.id, page.order_id, albums.id as album_id, page.total_cents, page.refunded_cents, albums.program_name,
      albums.team_name, events.id as event_id, events.name as event_name, users.id as user_id, users.name as user_name,
      page.is_pool, coupons.code as coupon_code, page.paid_at, facial.order_id is not null as facial
    from page left join swapped on swapped.order_line_id = page.id
      join albums on albums.id = coalesce(swapped.album_id, page.album_id)
      join events on events.id = albums.event_id
      join users on users.id = page.user_id
      left join coupons on coupons.id = page.coupon_id
      left join facial on facial.order_id = page.order_id
    order by page.paid_at desc, page.id desc`.execute(db);
  return rows;
}
