import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { inRange, type LedgerRange } from './ledger-range.queries.ts';
import { seenIn } from './seen.queries.ts';
import type { EntryKind, Sum } from './sums.rules.ts';

export type DayMoney = Sum & { day: string };

export async function sumDays(db: Db, range: LedgerRange, timeZone: string): Promise<DayMoney[]> {
  const { rows } = await sql<DayMoney>`
    select (line.occurred_at at time zone ${timeZone})::date as day, line.kind, sum(line.amount_cents) as cents
    from ledger_lines line where ${inRange(range)} group by 1, 2`.execute(db);
  return rows;
}

export type EventMoney = Sum & {
  eventId: number;
  eventName: string;
  brandName: string;
  isImage: boolean;
  isFacial: boolean;
};

export async function sumEvents(db: Db, range: LedgerRange): Promise<EventMoney[]> {
  const { rows } = await sql<EventMoney>`
    with sums as (
      select line.event_id, line.is_image, line.facial as is_facial, line.kind, sum(line.amount_cents) as cents
      from ledger_lines line where ${inRange(range)} group by 1, 2, 3, 4)
    select sums.*, events.name as event_name, events.brand_name
    from sums join events on events.id = sums.event_id`.execute(db);
  return rows;
}

export async function sumLedger(db: Db, { mode, from, until }: LedgerRange) {
  return db
    .selectFrom('ledgerEntries')
    .select((eb) => ['kind', eb.fn.sum<number>('amountCents').as('cents')])
    .$narrowType<{ kind: EntryKind }>()
    .where('mode', '=', mode)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', until)
    .groupBy('kind')
    .execute();
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

/** Includes free orders and every paying member of a pool. */
export async function countBuyers(db: Db, { mode, from, until }: LedgerRange) {
  return db
    .selectFrom('orders')
    .innerJoin('paymentAttempts as attempt', 'attempt.orderId', 'orders.id')
    .select((eb) => [
      eb.fn.count<number>('orders.id').distinct().as('orders'),
      eb.fn.count<number>('orders.id').distinct().filterWhere('attempt.facial', '=', true).as('facialOrders'),
      eb.fn.count<number>('attempt.userId').distinct().as('customers'),
    ])
    .where('orders.paidAt', '>=', from)
    .where('orders.paidAt', '<', until)
    .where('attempt.state', '=', 'succeeded')
    .where('attempt.mode', '=', mode)
    .executeTakeFirstOrThrow();
}

export function listCouponUse(db: Db, { mode, from, until }: LedgerRange) {
  return db
    .selectFrom('orders')
    .innerJoin('coupons', 'coupons.id', 'orders.couponId')
    .select((eb) => [
      'coupons.id',
      'coupons.code',
      eb.fn.countAll<number>().as('orders'),
      eb.fn.sum<number>('orders.discountCents').as('discountCents'),
      eb.fn.sum<number>('orders.totalCents').as('salesCents'),
    ])
    .where('orders.paidAt', '>=', from)
    .where('orders.paidAt', '<', until)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('paymentAttempts as attempt')
          .select('attempt.id')
          .whereRef('attempt.orderId', '=', 'orders.id')
          .where('attempt.state', '=', 'succeeded')
          .where('attempt.mode', '=', mode),
      ),
    )
    .groupBy(['coupons.id', 'coupons.code'])
    .orderBy('salesCents', 'desc')
    .orderBy('coupons.id')
    .execute();
}

/** Counts pools opened in the period; `joined` ones have a second member. */
export async function countPools(db: Db, { from, until }: LedgerRange) {
  const { rows } = await sql<{ opened: number; joined: number; filled: number; released: number }>`
    select count(*) as opened, count(*) filter (where phase = 'filled') as filled,
      count(*) filter (where phase = 'released') as released,
      count(*) filter (where exists (select from pool_shares share
        where share.order_id = orders.id and share.user_id <> orders.user_id)) as joined
    from pools join orders on orders.id = pools.order_id
    where pools.created_at >= ${from} and pools.created_at < ${until}`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** Buyers always count as viewers; views of albums the viewer owned do not count. */
export async function countViewers(db: Db, { mode, from, until }: LedgerRange): Promise<number> {
  const { rows } = await sql<{ viewers: number }>`
    select count(*) as viewers from (
      select user_id from ${seenIn({ from, until })} seen where not was_owned
      union
      select attempt.user_id from orders join payment_attempts attempt on attempt.order_id = orders.id
      where orders.paid_at >= ${from} and orders.paid_at < ${until} and attempt.state = 'succeeded'
        and attempt.mode = ${mode}) people`.execute(db);
  return rows[0]?.viewers ?? 0;
}
