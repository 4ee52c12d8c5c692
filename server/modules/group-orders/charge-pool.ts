import { sumCents } from '#contract/rules/money.ts';
import { orderMachine } from '#contract/rules/order-states.ts';
import { SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { deliverOrder } from '#server/modules/orders/deliver.ts';
import { findOrder, type OrderRow, setOrderState } from '#server/modules/orders/orders.ts';
import {
  type AttemptRow,
  listAttempts,
  lockBuyer,
  markCaptureBegun,
} from '#server/modules/orders/payment-attempts.ts';
import { syncEntitlements } from '#server/modules/payments/entitlement-states.ts';
import { settlePayment, syncPayment } from '#server/modules/payments/settle.ts';
import { PaymentRefused, PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { withdrawUnsold } from './end-pool.ts';
import { closePoolJob, notifyMembers, notifyPoolJob } from './pool-messages.ts';
import { findPool, listLiveShares, movePool, type PoolRow, type ShareRow } from './pools.queries.ts';

export { listChargingPools } from './pools.queries.ts';

const COVER_MINUTES = 24 * 60;

/**
 * Captures the holds one by one and completes the pool once all are paid. It can be run again after any interruption:
 * a capture that was started is finished before anything else is decided.
 */
export async function chargePool(context: Context, orderId: number): Promise<void> {
  for (;;) {
    const next = await chooseNext(context, orderId);
    if (next === 'again') continue;
    if (!next?.intentId) return;
    await capture(context, next, next.intentId);
  }
}

async function capture(context: Context, attempt: AttemptRow, intentId: string): Promise<void> {
  const { attempt: settled } = await captureHold(context, attempt, intentId);
  if (settled.state === 'authorized') throw new PaymentUnknown(`payment ${attempt.id} is still only held`);
}

async function captureHold(context: Context, attempt: AttemptRow, intentId: string) {
  const { payments } = context;
  try {
    await payments.capturePayment(intentId);
  } catch (error) {
    // Cancel the refused hold, so that it cannot be captured later. If it was captured after all, this reports it.
    if (error instanceof PaymentRefused)
      return settlePayment(context, attempt.id, await payments.cancelPayment(intentId));
    // A lost answer may have been a capture.
    if (!(error instanceof PaymentUnknown)) throw error;
  }
  return syncPayment(context, attempt.id, intentId);
}

/** Returns undefined once the pool is complete or a share is missing. */
function chooseNext(context: Context, orderId: number): Promise<AttemptRow | 'again' | undefined> {
  return inTransaction(context, async (tx) => {
    const { db } = tx;
    const turns = await lockBuyers(tx, orderId);
    const order = await findOrder(db, orderId, { lock: true });
    const pool = await findPool(db, orderId);
    if (!order || pool?.phase !== 'charging') return undefined;
    const shares = await listLiveShares(db, [orderId]);
    if (shares.some((share) => !turns.has(share.userId))) return 'again';
    const attemptIds = [...new Set(shares.map((share) => share.attemptId))];
    const waiting = (await listAttempts(db, attemptIds)).filter((attempt) => attempt.state === 'authorized');
    const started = waiting.find((attempt) => attempt.captureBegunAt !== null);
    if (started) return started;
    if (shares.length < SHARES_PER_ALBUM) {
      await reopenPool(tx, order, pool, shares);
      return undefined;
    }
    if (await withdrawUnsold(tx, order, pool)) return undefined;
    const [next] = waiting;
    if (next) await markCaptureBegun(db, next.id, tx.clock.now());
    else await completePool(tx, { order, pool, shares });
    return next;
  });
}

/** Turns come before the order's lock, so the caller checks afterwards whether someone joined in between. */
async function lockBuyers({ db }: Pick<Tx, 'db'>, orderId: number): Promise<ReadonlySet<number>> {
  const shares = await listLiveShares(db, [orderId]);
  const userIds = [...new Set(shares.map((share) => share.userId))].sort((a, b) => a - b);
  for (const userId of userIds) await lockBuyer(db, userId);
  return new Set(userIds);
}

/** A card could not be charged. If others were charged already, its shares must be covered within a day. */
async function reopenPool(tx: Tx, order: OrderRow, pool: PoolRow, shares: ShareRow[]): Promise<void> {
  const { db, queue, clock } = tx;
  await notifyMembers(db, order);
  if (!shares.some((share) => share.state === 'paid')) return movePool(db, pool, 'filling');
  const coverDeadline = minutesFrom(clock.now(), COVER_MINUTES);
  await movePool(db, pool, 'covering', { coverDeadline });
  const job = { orderId: order.id };
  await queue.enqueue(db, closePoolJob, job, { startAfterSeconds: COVER_MINUTES * 60 });
  const occasion = coverDeadline.toISOString();
  for (const userId of new Set([order.userId, ...shares.map((share) => share.userId)])) {
    await queue.enqueue(db, notifyPoolJob, { message: 'covering', orderId: order.id, userId, occasion });
  }
}

/** Delivers the whole order to everyone who paid a share. */
async function completePool(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  { order, pool, shares }: { order: OrderRow; pool: PoolRow; shares: ShareRow[] },
): Promise<void> {
  const paid = shares.filter((share) => share.state === 'paid');
  const paidCents = sumCents(paid.map((share) => share.amountCents));
  if (paidCents !== order.totalCents || !orderMachine.canMove(order.state, 'paid')) {
    throw new Error(`order ${order.id} is ${order.state}; ${paidCents} of ${order.totalCents} were paid`);
  }
  await setOrderState(tx.db, order.id, 'paid', tx.clock.now());
  await movePool(tx.db, pool, 'filled');
  const participants = new Set(shares.map((share) => share.userId));
  for (const userId of participants) await deliverOrder(tx, { order, userId });
  // While the others were being charged, a bank may have taken back what somebody paid.
  const attempts = await listAttempts(
    tx.db,
    paid.map((share) => share.attemptId),
  );
  for (const attempt of attempts) await syncEntitlements(tx, { order, attempt });
  if (participants.has(order.userId)) return;
  const message = { message: 'filled', orderId: order.id, userId: order.userId, occasion: 'once' } as const;
  await tx.queue.enqueue(tx.db, notifyPoolJob, message);
}
