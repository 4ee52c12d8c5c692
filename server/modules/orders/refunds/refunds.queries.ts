import type { ExpressionBuilder } from 'kysely';
import { LIVE_SHARE_STATES, type RefundState } from '#contract/rules/order-states.ts';
import { isLineRefunded } from '#server/modules/orders/order/entitlements.queries.ts';
import type { DB } from '#server/platform/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

export type RefundRow = NonNullable<Awaited<ReturnType<typeof findRefundById>>>;

/** In a pool, a refund that was made in the dashboard concerns one payer alone. */
export type EndsGoodsOf = 'everyone' | 'payer' | 'nobody';
type RefundTypes = { state: RefundState; endsGoodsOf: EndsGoodsOf };

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
  const { total } = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountCents'), eb.lit(0)).as('total'))
    .where('attemptId', '=', attemptId)
    .where(isMoneyGone({ withReserved }))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function isAnyLineLive(db: Db, attemptId: number, orderLineIds: number[]): Promise<boolean> {
  const line = await db
    .selectFrom('refundLines')
    .select('refundId')
    .where('attemptId', '=', attemptId)
    .where('orderLineId', '=', anyOf(orderLineIds))
    .where('isLive', '=', true)
    .where('isPartial', '=', false)
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
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
    .select(['orderLineId', 'amountCents', 'isPartial'])
    .where('refundId', '=', refundId)
    .orderBy('orderLineId')
    .execute();
}

/** Includes failed parts, oldest first. */
export function listRefundParts(db: Db, orderId: number) {
  return db
    .selectFrom('refundLines')
    .innerJoin('orderLines', 'orderLines.id', 'refundLines.orderLineId')
    .select(['orderLineId', 'attemptId', 'amountCents', 'isLive'])
    .where('orderLines.orderId', '=', orderId)
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
  endsGoodsOf?: EndsGoodsOf;
  isMadeElsewhere?: boolean;
  refundId?: string;
  createdAt: Date;
};

export async function insertRefund(
  db: Db,
  refund: NewRefund,
  lines: { orderLineId: number; amountCents: number; isPartial?: boolean }[],
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
