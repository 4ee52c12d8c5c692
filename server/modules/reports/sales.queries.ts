import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { inGaps } from './kept/spans.queries.ts';
import { type Kept, keepNothing } from './kept/spans.rules.ts';
import type { LedgerRange } from './ledger-range.queries.ts';
import type { Days } from './period.queries.ts';
import { seenIn } from './seen.queries.ts';
import type { EntryKind, Sum } from './sums.rules.ts';

const ofLine = sql`line.occurred_at`;
const ofOrder = sql`orders.paid_at`;

export type DayMoney = Sum & { day: string };

/**
 * Days are kept in UTC with running sums of their hours. An hour in which a day of the time zone begins is split, so its
 * lines are read instead.
 */
export async function sumDays(
  db: Db,
  { mode }: Pick<LedgerRange, 'mode'>,
  { months, days, edges }: Kept,
  { startDate, endDate, timeZone }: Days,
): Promise<DayMoney[]> {
  const { rows } = await sql<DayMoney>`
    with day as materialized (
      select at::date as day, at at time zone ${timeZone} as begins_at,
        (at + interval '1 day') at time zone ${timeZone} as ends_at
      from generate_series(${startDate}::timestamp, ${endDate}::timestamp, interval '1 day') at),
    split as (
      select distinct date_trunc('hour', begins_at, 'UTC') as hour from day
      where begins_at <> date_trunc('hour', begins_at, 'UTC')),
    whole as materialized (
      select day, (extract(epoch from begins_at)::bigint + 3599) / 3600 as first_hour,
        extract(epoch from ends_at)::bigint / 3600 as end_hour
      from day),
    piece as materialized (
      select day, date '1970-01-01' + utc_day::integer as utc_day, greatest(first_hour - utc_day * 24, 0) as since,
        least(end_hour - utc_day * 24, 24) as until
      from whole, generate_series(first_hour / 24, (end_hour - 1) / 24) utc_day),
    part as (
      select piece.day, kept.kind, kept.running[until + 1] - kept.running[since + 1] as cents
      from piece join kept_days kept on kept.day = piece.utc_day
      where kept.mode = ${mode} and (kept.span = any(${months}) or kept.day = any(${days}::date[]))
      union all
      select ${startDate}::date - 1
          + width_bucket(line.occurred_at, (select array_agg(begins_at order by begins_at) from day)),
        line.kind, line.amount_cents
      from (
        select line.occurred_at, line.kind, line.amount_cents from split join ledger_lines line
          on line.occurred_at >= split.hour and line.occurred_at < split.hour + interval '1 hour'
        where line.mode = ${mode} and (month_of(split.hour) = any(${months}) or day_of(split.hour) = any(${days}))
        union all
        select line.occurred_at, line.kind, line.amount_cents from ledger_lines line
        where line.mode = ${mode} and ${inGaps(ofLine, edges)}) line)
    select day, kind, sum(cents)::bigint as cents from part group by day, kind`.execute(db);
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
  { mode }: Pick<LedgerRange, 'mode'>,
  { spans, gaps }: Kept,
): Promise<EventMoney[]> {
  const { rows } = await sql<EventMoney>`
    with part as (
      select event_id, is_image, facial, kind, cents from kept_events where mode = ${mode} and span = any(${spans})
      union all
      select line.event_id, line.is_image, line.facial, line.kind, line.amount_cents from ledger_lines line
      where line.mode = ${mode} and ${inGaps(ofLine, gaps)}),
    sums as (
      select event_id, is_image, facial as is_facial, kind, sum(cents)::bigint as cents from part group by 1, 2, 3, 4)
    select sums.*, events.name as event_name, events.brand_name
    from sums join events on events.id = sums.event_id order by sums.event_id`.execute(db);
  return rows;
}

export async function sumLedger(
  db: Db,
  { mode }: Pick<LedgerRange, 'mode'>,
  { months, days, edges }: Kept,
): Promise<Sum[]> {
  const { rows } = await sql<{ kind: EntryKind; cents: number }>`
    select kind, sum(cents)::bigint as cents from (
      select kind, cents from kept_entries where mode = ${mode} and span = any(${[...months, ...days]})
      union all
      select entry.kind, entry.amount_cents from ledger_entries entry
      where entry.mode = ${mode} and ${inGaps(sql`entry.created_at`, edges)}) part
    group by kind`.execute(db);
  return rows;
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

export type OrderCount = {
  couponId: number | null;
  code: string | null;
  orders: number;
  facialOrders: number;
  discountCents: number;
  salesCents: number;
};

/** Counts paid orders by coupon, best sales first; those without a coupon are one row. Includes free orders. */
export async function countOrders(
  db: Db,
  { mode }: Pick<LedgerRange, 'mode'>,
  { months, days, edges }: Kept,
): Promise<OrderCount[]> {
  const { rows } = await sql<OrderCount>`
    with paid as (
      select orders.coupon_id, orders.discount_cents, orders.total_cents, bool_or(attempt.facial) as facial
      from orders join payment_attempts attempt on attempt.order_id = orders.id
      where ${inGaps(ofOrder, edges)} and attempt.state = 'succeeded' and attempt.mode = ${mode}
      group by orders.id),
    part as (
      select coupon_id, orders, facial_orders, discount_cents, sales_cents from kept_orders
      where mode = ${mode} and span = any(${[...months, ...days]})
      union all
      select coupon_id, 1, facial::integer, discount_cents, total_cents from paid)
    select part.coupon_id, coupons.code, sum(orders)::int as orders, sum(facial_orders)::int as facial_orders,
      sum(part.discount_cents)::bigint as discount_cents, sum(part.sales_cents)::bigint as sales_cents
    from part left join coupons on coupons.id = part.coupon_id
    group by 1, 2 order by sales_cents desc, 1`.execute(db);
  return rows;
}

type PoolCount = { opened: number; joined: number; filled: number; released: number };

/** Counts pools opened in the period; `joined` ones have a second member. They are kept together with the views. */
export async function countPools(db: Db, { months, days, edges }: Kept): Promise<PoolCount> {
  const { rows } = await sql<PoolCount>`
    with part as (
      select opened, joined, filled, released from kept_pools where span = any(${[...months, ...days]})
      union all
      select count(*), count(*) filter (where exists (select from pool_shares share
          where share.order_id = orders.id and share.user_id <> orders.user_id)),
        count(*) filter (where phase = 'filled'), count(*) filter (where phase = 'released')
      from pools join orders on orders.id = pools.order_id where ${inGaps(sql`pools.created_at`, edges)})
    select coalesce(sum(opened), 0)::integer as opened, coalesce(sum(joined), 0)::integer as joined,
      coalesce(sum(filled), 0)::integer as filled, coalesce(sum(released), 0)::integer as released
    from part`.execute(db);
  return rows[0] as PoolCount;
}

/**
 * Counts everyone once in the whole period. Every paying member of a pool is a customer. Buyers always count as viewers;
 * views of albums the viewer owned do not count.
 */
export async function countPeople(
  db: Db,
  { mode }: Pick<LedgerRange, 'mode'>,
  kept: { buyers: Kept; views?: Kept },
): Promise<{ customers: number; viewers: number }> {
  const { buyers, views = keepNothing() } = kept;
  const { rows } = await sql<{ customers: number; viewers: number }>`
    with recent as (
      select 'buyers' as figure, attempt.user_id
      from orders join payment_attempts attempt on attempt.order_id = orders.id
      where ${inGaps(ofOrder, buyers.edges)} and attempt.state = 'succeeded' and attempt.mode = ${mode}
      union
      select figure, unnest(people) from kept_date_people
      where figure = 'buyers' and mode = ${mode} and span = any(${buyers.days})
      union
      select 'views', user_id from ${seenIn(views.edges)} seen where not was_owned
      union
      select figure, unnest(people) from kept_date_people
      where figure = 'views' and mode = 'any' and span = any(${views.days})),
    part as (
      select figure, block, people from kept_people
      where figure = 'buyers' and mode = ${mode} and span = any(${buyers.months})
      union all
      select figure, block, people from kept_people
      where figure = 'views' and mode = 'any' and span = any(${views.months})
      union all
      select figure, user_id / 4096, bit_or(person_bit(user_id)) from recent group by 1, 2),
    everyone as (
      select bit_or(people) filter (where figure = 'buyers') as buyers, bit_or(people) as viewers
      from part group by block)
    select coalesce(sum(bit_count(buyers)), 0)::int as customers,
      coalesce(sum(bit_count(viewers)), 0)::int as viewers from everyone`.execute(db);
  return rows[0] as (typeof rows)[number];
}
