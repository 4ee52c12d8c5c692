import { sql } from 'kysely';
import type { SalesCharts } from '#contract/endpoints/reports.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inRange, type LedgerRange, type Period } from './period.queries.ts';
import { type FilledDays, salesIn } from './sales-daily.ts';
import type { EntryKind, Sum } from './sums.rules.ts';

export type DayMoney = Sum & { day: string };

/** The rollup can be used only for days of its own time zone. */
export async function sumDays(
  db: Db,
  range: LedgerRange,
  filled: FilledDays | undefined,
  timeZone: string,
): Promise<DayMoney[]> {
  const usable = filled?.timeZone === timeZone ? filled : undefined;
  const { rows } = await sql<DayMoney>`
    select day, kind, sum(cents)::bigint as cents from ${salesIn(range, usable, timeZone)} sales
    group by day, kind`.execute(db);
  return rows;
}

export type EventMoney = Sum & {
  eventId: number;
  eventName: string;
  brandName: string;
  isImage: boolean;
  isFacial: boolean;
};

export async function sumEvents(
  db: Db,
  range: LedgerRange,
  filled: FilledDays | undefined,
): Promise<EventMoney[]> {
  const { rows } = await sql<EventMoney>`
    with sums as (
      select event_id, is_image, facial as is_facial, kind, sum(cents)::bigint as cents
      from ${salesIn(range, filled)} sales group by 1, 2, 3, 4)
    select sums.*, events.name as event_name, events.brand_name
    from sums join events on events.id = sums.event_id order by sums.event_id`.execute(db);
  return rows;
}

export async function sumLedger(db: Db, { mode, from, until }: LedgerRange): Promise<Sum[]> {
  const { rows } = await sql<{ kind: EntryKind; cents: number }>`
    select kind, sum(amount_cents)::bigint as cents from ledger_entries
    where mode = ${mode} and created_at >= ${from} and created_at < ${until} group by kind`.execute(db);
  return rows;
}

export async function findLastEntryId(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0) as last from ledger_entries`.execute(db);
  return rows[0]?.last ?? 0;
}

/** Leaves out sales, whose fees are in the ledger, and payouts, which only move the balance. */
export async function sumAccountFees(db: Db, { mode, from, until }: LedgerRange): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(net_cents), 0)::bigint as cents from balance_transactions
    where mode = ${mode} and created_at >= ${from} and created_at < ${until} and order_id is null
      and type in ('stripe_fee', 'stripe_fx_fee', 'tax_fee')`.execute(db);
  // Adding zero avoids -0.
  return 0 + (rows[0]?.cents ?? 0);
}

/** The succeeded payments of orders that were paid in the period; an order of a pool has several. */
const paymentsIn = ({ mode, from, until }: LedgerRange) => sql`
  orders join payment_attempts attempt on attempt.order_id = orders.id
  where orders.paid_at >= ${from} and orders.paid_at < ${until} and attempt.state = 'succeeded'
    and attempt.mode = ${mode}`;

/** The payments of the period and of the one before it. */
const paymentsInEither = ({ mode, from, until }: LedgerRange, previous: Period) => sql`
  ${paymentsIn({ mode, from: previous.from, until })} and (orders.paid_at >= ${from} or orders.paid_at < ${previous.until})`;

export type OrderCount = {
  isCurrent: boolean;
  couponId: number | null;
  code: string | null;
  orders: number;
  facialOrders: number;
  discountCents: number;
  salesCents: number;
};

/**
 * Counts paid orders by coupon, best sales first; those without a coupon are one row. Includes free orders. The period
 * before is counted in the same pass.
 */
export async function countOrders(
  db: Db,
  range: LedgerRange,
  previous: Period,
): Promise<{ byCoupon: OrderCount[]; previousOrders: number }> {
  const { rows } = await sql<OrderCount>`
    with paid as (
      select orders.paid_at >= ${range.from} as is_current, orders.coupon_id, orders.discount_cents, orders.total_cents,
        bool_or(attempt.facial) as facial
      from ${paymentsInEither(range, previous)} group by orders.id)
    select paid.is_current, paid.coupon_id, coupons.code, count(*) as orders,
      count(*) filter (where paid.facial) as facial_orders, sum(paid.discount_cents) as discount_cents,
      sum(paid.total_cents) as sales_cents
    from paid left join coupons on coupons.id = paid.coupon_id
    group by 1, 2, 3 order by sales_cents desc, paid.coupon_id`.execute(db);
  const { current = [], before = [] } = Object.groupBy(rows, ({ isCurrent }) =>
    isCurrent ? 'current' : 'before',
  );
  return { byCoupon: current, previousOrders: numberOf(before) };
}

export const numberOf = (counts: readonly OrderCount[]) =>
  counts.reduce((sum, { orders }) => sum + orders, 0);

type People = { customers: number; viewers: number; previousCustomers: number };

/**
 * Everyone who paid or viewed counts once. Buyers always count as viewers; views of albums the viewer owned do not count.
 */
export async function countPeople(db: Db, range: LedgerRange, previous: Period): Promise<People> {
  const { rows } = await sql<People>`
    with customers as materialized (
      select distinct attempt.user_id, orders.paid_at >= ${range.from} as is_current
      from ${paymentsInEither(range, previous)})
    select (select count(*) from customers where is_current) as customers,
      (select count(*) from customers where not is_current) as previous_customers,
      (select count(*) from (
        select user_id from customers where is_current union (${viewersIn(range)})) people) as viewers`.execute(
    db,
  );
  return rows[0] as People;
}

type PoolCount = { opened: number; joined: number; filled: number; released: number };

/** Counts pools opened in the period; `joined` ones have a second member. */
export async function countPools(db: Db, { from, until }: LedgerRange): Promise<PoolCount> {
  const { rows } = await sql<PoolCount>`
    select count(*)::int as opened,
      (count(*) filter (where exists (select from pool_shares share
        where share.order_id = orders.id and share.user_id <> orders.user_id)))::int as joined,
      (count(*) filter (where phase = 'filled'))::int as filled,
      (count(*) filter (where phase = 'released'))::int as released
    from pools join orders on orders.id = pools.order_id
    where pools.created_at >= ${from} and pools.created_at < ${until}`.execute(db);
  return rows[0] as PoolCount;
}

const viewersIn = ({ from, until }: LedgerRange) => sql`
  select distinct user_id from user_album_views where created_at >= ${from} and created_at < ${until} and not was_owned`;

/** Counts customers who found, viewed or bought an album in the period, each once. */
export async function countFound(db: Db, range: LedgerRange): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from (
      (${viewersIn(range)}) union (select distinct attempt.user_id from ${paymentsIn(range)})
      union (select distinct user_id from user_found_albums
        where created_at >= ${range.from} and created_at < ${range.until})) people`.execute(db);
  return rows[0]?.found ?? 0;
}

export type HourMoney = { hour: number; cents: number };

/** Sums net sales by the hour of the day (0 to 23). Every time zone is some quarters of an hour from UTC. */
export async function sumHours(db: Db, range: LedgerRange, timeZone: string): Promise<HourMoney[]> {
  const { rows } = await sql<HourMoney>`
    select extract(hour from to_timestamp(quarter * 900) at time zone ${timeZone})::int as hour, sum(cents)::bigint as cents
    from (
      select floor(extract(epoch from line.occurred_at) / 900)::bigint as quarter, sum(line.amount_cents) as cents
      from ledger_lines line where ${inRange(range)} group by 1) quarters
    group by 1`.execute(db);
  return rows;
}

/**
 * The teams with the highest net sales. A team that changed its division stays one team. A team whose sales were all
 * refunded is left out.
 */
export async function listBestTeams(db: Db, range: LedgerRange, limit: number) {
  const { rows } = await sql<SalesCharts['by_team'][number]>`
    with sold as (
      select line.album_id, sum(line.amount_cents)::bigint as cents from ledger_lines line
      where ${inRange(range)} group by 1)
    select albums.program_name, albums.team_name, count(*)::int as albums, sum(sold.cents)::bigint as net
    from sold join albums on albums.id = sold.album_id
    group by 1, 2 having sum(sold.cents) <> 0 order by net desc, 1, 2 limit ${limit}`.execute(
    db.withoutPlugins(),
  );
  return rows;
}
