import { type ExpressionBuilder, sql } from 'kysely';
import { LIVE_SHARE_STATES, type RefundState } from '#contract/rules/order-states.ts';
import { isLineRefunded } from '#server/modules/orders/entitlements.ts';
import type { DB } from '#server/platform/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

export type RefundRow = NonNullable<Awaited<ReturnType<typeof findRefundById>>>;

type RefundTypes = { state: RefundState };

function selectRefunds(db: Db) {
  return db.selectFrom('refunds').selectAll().$narrowType<RefundTypes>();
}

export function findRefundById(db: Db, refundId: number, options: { lock?: boolean } = {}) {
  return selectRefunds(db)
    .where('id', '=', refundId)
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

export function findRefundByKey(db: Db, key: string) {
  return selectRefunds(db).where('key', '=', key).executeTakeFirst();
}

export function findRefundByProviderId(db: Db, providerRefundId: string) {
  return selectRefunds(db).where('refundId', '=', providerRefundId).executeTakeFirst();
}

export function listRefundsByProviderId(db: Db, providerRefundIds: string[]) {
  return selectRefunds(db).where('refundId', '=', anyOf(providerRefundIds)).execute();
}

export function listUnsettledRefunds(db: Db, mode: PaymentMode, before: Date) {
  return selectRefunds(db)
    .where('state', 'in', ['reserved', 'pending'])
    .where('createdAt', '<', before.toISOString())
    .where('attemptId', 'in', (eb) => eb.selectFrom('paymentAttempts').select('id').where('mode', '=', mode))
    .orderBy('id')
    .execute();
}

export function listReservedRefunds(db: Db, orderId: number) {
  return selectRefunds(db)
    .where('orderId', '=', orderId)
    .where('state', '=', 'reserved')
    .orderBy('id')
    .execute();
}

/** A returned refund that was paid another way counts, because nothing is owed any more. */
export function isMoneyGone({ withReserved }: { withReserved: boolean }) {
  return (eb: ExpressionBuilder<DB, 'refunds'>) =>
    eb.or([
      eb('state', 'not in', withReserved ? ['failed'] : ['failed', 'reserved']),
      eb.exists(
        eb
          .selectFrom('returnedRefunds')
          .select('returnedRefunds.id')
          .whereRef('returnedRefunds.refundId', '=', 'refunds.id')
          .where('returnedRefunds.outcome', '=', 'paid_another_way'),
      ),
    ]);
}

export async function sumRefunds(db: Db, attemptId: number, { withReserved = true } = {}): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(coalesce(elsewhere.amount_cents, refunds.amount_cents)), 0)::integer as total
    from refunds left join returned_refunds elsewhere
      on elsewhere.refund_id = refunds.id and elsewhere.outcome = 'paid_another_way'
    where refunds.attempt_id = ${attemptId} and (elsewhere.id is not null or refunds.state not in ('failed',
      ${withReserved ? 'failed' : 'reserved'}))`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Sums by order what was sent back to a person's cards, and tells whether a refund to them failed and is owed. */
export async function listOwnRefundSums(
  db: Db,
  userId: number,
  orderIds: number[],
): Promise<Map<number, { refundedCents: number; isOwed: boolean }>> {
  const { rows } = await sql<{ orderId: number; refundedCents: number; isOwed: boolean }>`
    select refunds.order_id, coalesce(sum(case when failed.outcome = 'paid_another_way' then failed.amount_cents
        when refunds.state in ('pending', 'succeeded') then refunds.amount_cents end), 0)::integer as refunded_cents,
      coalesce(bool_or(failed.closed_at is null) filter (where failed.id is not null), false) as is_owed
    from refunds join payment_attempts attempt on attempt.id = refunds.attempt_id
      left join returned_refunds failed on failed.refund_id = refunds.id
    where refunds.order_id = any (${orderIds}) and attempt.user_id = ${userId}
    group by refunds.order_id`.execute(db);
  return new Map(rows.map(({ orderId, ...own }) => [orderId, own]));
}

/** For an order that cost nothing, whose amounts do not show what has ended. */
export async function isEveryLineRefunded(db: Db, orderId: number): Promise<boolean> {
  const open = await db
    .selectFrom('orderLines')
    .select('id')
    .where('orderId', '=', orderId)
    .where(({ not }) => not(isLineRefunded))
    .limit(1)
    .executeTakeFirst();
  return open === undefined;
}

export function listRefundLines(db: Db, refundId: number) {
  return db
    .selectFrom('refundLines')
    .select(['orderLineId', 'amountCents'])
    .where('refundId', '=', refundId)
    .orderBy('orderLineId')
    .execute();
}

/** Leaves out what failed. */
export function listRefundedParts(db: Db, orderId: number, { withReserved = true } = {}) {
  return db
    .selectFrom('refundLines')
    .innerJoin('refunds', 'refunds.id', 'refundLines.refundId')
    .select(['refundLines.orderLineId', 'refundLines.attemptId', 'refundLines.amountCents'])
    .where('refunds.orderId', '=', orderId)
    .where('refundLines.isLive', '=', true)
    .$if(!withReserved, (query) => query.where('refunds.state', '<>', 'reserved'))
    .orderBy('refundLines.refundId')
    .execute();
}

export type NewRefund = {
  orderId: number;
  attemptId: number;
  amountCents: number;
  memo: string;
  /** Null for a pool that ended unfilled and for the provider's dashboard. */
  madeBy: number | null;
  /** The request that a second person approved. */
  requestId?: number | null;
  isMadeElsewhere?: boolean;
  refundId?: string;
  createdAt: Date;
};

export async function insertRefund(
  db: Db,
  refund: NewRefund,
  lines: { orderLineId: number; amountCents: number }[],
): Promise<RefundRow> {
  const row = await db
    .insertInto('refunds')
    .values(refund)
    .returningAll()
    .$narrowType<RefundTypes>()
    .executeTakeFirstOrThrow();
  if (lines.length > 0) {
    const { id: refundId, attemptId } = row;
    await db
      .insertInto('refundLines')
      .values(lines.map((line) => ({ refundId, attemptId, ...line })))
      .execute();
  }
  return row;
}

export async function saveRefund(
  db: Db,
  refund: { id: number; state: RefundState; refundId: string | null },
): Promise<void> {
  const { id, ...change } = refund;
  await db.updateTable('refunds').set(change).where('id', '=', id).execute();
}

/** For a refund that failed: the amounts now say what was paid another way. */
export async function reviveRefundLines(
  db: Db,
  refundId: number,
  lines: { orderLineId: number; amountCents: number }[],
): Promise<void> {
  for (const { orderLineId, amountCents } of lines) {
    await db
      .updateTable('refundLines')
      .set({ isLive: true, amountCents })
      .where('refundId', '=', refundId)
      .where('orderLineId', '=', orderLineId)
      .execute();
  }
}

export async function setRefundLinesLive(db: Db, refundId: number, isLive: boolean): Promise<void> {
  await db.updateTable('refundLines').set({ isLive }).where('refundId', '=', refundId).execute();
}

export async function addRefunded(db: Db, orderLineId: number, amountCents: number): Promise<void> {
  await db
    .updateTable('orderLines')
    .set((eb) => ({ refundedCents: eb('refundedCents', '+', amountCents) }))
    .where('id', '=', orderLineId)
    .execute();
}

export async function setOrderRefunded(
  db: Db,
  orderId: number,
  change: { state: string; refundedCents: number },
): Promise<void> {
  await db.updateTable('orders').set(change).where('id', '=', orderId).execute();
}

/** Tells whether the price of a pool of the customer was reduced by credit for photos of the albums. */
export async function isCreditInPool(db: Db, ownerId: number, albumIds: number[]): Promise<boolean> {
  const line = await db
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders.id', 'orderLines.orderId')
    .innerJoin('pools', 'pools.orderId', 'orders.id')
    .select('orderLines.id')
    .where('orders.userId', '=', ownerId)
    .where('orderLines.albumId', '=', anyOf(albumIds))
    .where('orderLines.creditCents', '>', 0)
    .whereRef('orderLines.refundedCents', '<', 'orderLines.totalCents')
    .where((eb) =>
      eb.or([
        eb('pools.phase', 'in', ['charging', 'covering', 'filled']),
        eb.exists(
          eb
            .selectFrom('poolShares')
            .select('poolShares.id')
            .whereRef('poolShares.orderId', '=', 'orders.id')
            .where('poolShares.state', 'in', LIVE_SHARE_STATES),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}
