import { sumCents } from '#contract/rules/money.ts';
import { SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import type { Tx } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-people.ts';
import type { OrderRow } from '#server/modules/orders/orders.ts';
import type { AttemptRow } from '#server/modules/orders/payment-attempts.ts';
import { reserveWholeRefund } from '#server/modules/payments/refunds.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import {
  chargePoolJob,
  closePoolJob,
  notifyMembers,
  notifyPoolJob,
  releaseHoldsJob,
} from './pool-messages.ts';
import {
  findPool,
  listLiveShares,
  movePool,
  moveShares,
  type PoolRow,
  setDeadline,
} from './pools.queries.ts';

/** A full pool must be charged before the first of its holds expires. */
const SAFETY_MINUTES = 24 * 60;

/** The caller holds the order's lock. */
export async function settleShares(tx: Tx, { order, attempt }: { order: OrderRow; attempt: AttemptRow }) {
  const pool = await findPool(tx.db, order.id);
  if (!pool) throw new Error(`order ${order.id} has shares but is not a pool`);
  if (attempt.state === 'authorized') await settleAuthorized(tx, order, pool, attempt);
  else if (attempt.state === 'succeeded') await settlePaid(tx, pool, attempt);
  else if (attempt.state === 'failed' || attempt.state === 'released') await settleLost(tx, pool, attempt);
  await notifyMembers(tx.db, order);
}

async function settleAuthorized(tx: Tx, order: OrderRow, pool: PoolRow, attempt: AttemptRow): Promise<void> {
  const { db, queue } = tx;
  // The shares were given up in the meantime: the caller cancels the hold.
  if ((await moveShares(db, [attempt.id], 'authorized')) === 0) return;
  await tightenDeadline(tx, pool, attempt);
  const shares = await listLiveShares(db, [order.id]);
  const isFull = shares.length === SHARES_PER_ALBUM && shares.every((share) => share.state !== 'held');
  if (isFull) {
    await movePool(db, pool, 'charging');
    await queue.enqueue(db, chargePoolJob, { orderId: order.id });
  }
  if (attempt.userId !== order.userId) await notifyOwner(tx, order, attempt);
}

/** Banks hold money for different times, so the shortest hold sets the deadline. */
async function tightenDeadline({ db, queue, clock }: Tx, pool: PoolRow, attempt: AttemptRow): Promise<void> {
  if (attempt.holdUntil === null) return;
  const latest = minutesFrom(new Date(attempt.holdUntil), -SAFETY_MINUTES);
  if (latest >= new Date(pool.deadline)) return;
  await setDeadline(db, pool.orderId, latest);
  const startAfterSeconds = Math.max(0, Math.ceil((latest.getTime() - clock.now().getTime()) / 1000));
  await queue.enqueue(db, closePoolJob, { orderId: pool.orderId }, { startAfterSeconds });
}

async function settlePaid({ db, queue, clock }: Tx, pool: PoolRow, attempt: AttemptRow): Promise<void> {
  const { orderId } = pool;
  const shares = (await listLiveShares(db, [orderId])).filter((share) => share.attemptId === attempt.id);
  const isWhole = attempt.amountCents === sumCents(shares.map((share) => share.amountCents));
  await moveShares(db, [attempt.id], 'authorized');
  await moveShares(db, [attempt.id], isWhole ? 'paid' : 'released');
  if (pool.phase === 'charging') await queue.enqueue(db, chargePoolJob, { orderId });
  if (isWhole) return;
  // The shares were given up in the meantime, or only a part of their price was captured: refund the charge.
  await reserveWholeRefund(db, attempt, clock.now());
  await queue.enqueue(db, releaseHoldsJob, { orderId });
}

async function settleLost({ db, queue }: Tx, pool: PoolRow, attempt: AttemptRow): Promise<void> {
  const { orderId } = pool;
  if ((await moveShares(db, [attempt.id], 'released')) === 0) return;
  if (pool.phase === 'charging') await queue.enqueue(db, chargePoolJob, { orderId });
  if (attempt.state === 'failed') return;
  const { id, userId } = attempt;
  await queue.enqueue(db, notifyPoolJob, { message: 'fell_out', orderId, userId, occasion: `${id}` });
}

async function notifyOwner({ db, queue }: Tx, order: OrderRow, attempt: AttemptRow): Promise<void> {
  const who = (await findAddressee(db, attempt.userId))?.firstName ?? '';
  const message = { message: 'joined', orderId: order.id, userId: order.userId, who } as const;
  await queue.enqueue(db, notifyPoolJob, { ...message, occasion: `${attempt.id}` });
}
