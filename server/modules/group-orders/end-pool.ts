import { isTooSmallToShare } from '#contract/rules/orders.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import {
  findOrder,
  insertLeftOut,
  listLines,
  listOpenOrdersOf,
  type OrderRow,
  setOrderState,
} from '#server/modules/orders/orders.ts';
import { listAttempts, listUnwantedAttempts, lockBuyer } from '#server/modules/orders/payment-attempts.ts';
import {
  describeChange,
  findUnsold,
  leaveOut,
  reviewOrder,
  type UnsoldLine,
} from '#server/modules/orders/review-order.ts';
import { reconcilePayment } from '#server/modules/payments/execute.ts';
import { reserveWholeRefund } from '#server/modules/payments/refunds.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { MAX_NAMES, notifyMembers, notifyPoolJob, releaseHoldsJob } from './pool-messages.ts';
import {
  findPool,
  listDuePools,
  listLiveShares,
  movePool,
  moveShares,
  type PoolRow,
  type ShareRow,
} from './pools.queries.ts';

export { listDuePools } from './pools.queries.ts';

const attemptsOf = (shares: ShareRow[]) => shares.map((share) => share.attemptId);

type Ending = {
  order: OrderRow;
  pool: PoolRow;
  state: 'cancelled' | 'expired';
  /** Names what is no longer for sale, if that is why the pool ends. */
  withdrawn?: string[];
};

/** Releases every share and reserves refunds for what was charged. */
async function releasePool(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  { order, pool, state, withdrawn }: Ending,
): Promise<void> {
  const { db, queue, clock } = tx;
  const shares = await listLiveShares(db, [order.id]);
  const paidIds = shares.flatMap((share) => (share.state === 'paid' ? [share.attemptId] : []));
  for (const attempt of await listAttempts(db, paidIds)) await reserveWholeRefund(db, attempt, clock.now());
  await moveShares(db, paidIds, 'refunded');
  await moveShares(db, attemptsOf(shares), 'released');
  await setOrderState(db, order.id, state);
  await movePool(db, pool, 'released');
  await queue.enqueue(db, releaseHoldsJob, { orderId: order.id });
  await notifyMembers(db, order);
  for (const userId of new Set([order.userId, ...shares.map((share) => share.userId)])) {
    const wasPaidBack = shares.some((share) => share.userId === userId && share.state === 'paid');
    const message = withdrawn === undefined ? 'released' : 'withdrawn';
    const told = { message, orderId: order.id, userId, wasPaidBack, withdrawn, isOver: true } as const;
    await queue.enqueue(db, notifyPoolJob, { ...told, occasion: state });
  }
}

/** The caller holds the order's lock. */
export async function cancelPool(tx: Pick<Tx, 'db' | 'queue' | 'clock'>, order: OrderRow): Promise<void> {
  const pool = await findPool(tx.db, order.id);
  if (pool?.phase === 'charging') throw new AppError('payment_in_progress');
  if (pool) await releasePool(tx, { order, pool, state: 'cancelled' });
}

/** The lock decides between the deadline and a last share taken at the same moment. */
export function closeDuePool(context: Context, orderId: number): Promise<void> {
  return inTransaction(context, async (tx) => {
    const order = await findOrder(tx.db, orderId, { lock: true });
    const pool = await findPool(tx.db, orderId);
    if (order && pool && isDue(pool, tx.clock.now()))
      await releasePool(tx, { order, pool, state: 'expired' });
  });
}

function isDue({ phase, deadline, coverDeadline }: PoolRow, now: Date): boolean {
  if (phase === 'filling') return new Date(deadline) <= now;
  return phase === 'covering' && coverDeadline !== null && new Date(coverDeadline) <= now;
}

export async function closeDuePools(context: Context): Promise<void> {
  for (const { orderId } of await listDuePools(context.db, context.clock.now())) {
    await closeDuePool(context, orderId);
  }
}

/** Calls that the provider did not answer are reconciled later. The holds of another mode are out of reach. */
export async function releaseUnwanted(context: Context, orderId: number): Promise<void> {
  const unwanted = await listUnwantedAttempts(context.db, orderId);
  for (const attempt of unwanted)
    if (attempt.mode === context.payments.mode) await reconcilePayment(context, attempt);
}

type Withdrawal = { order: OrderRow; pool: PoolRow; shares: ShareRow[]; unsold: UnsoldLine[] };

/**
 * Removes albums that are no longer for sale from a shared order. All shares are released, because they were taken at
 * another price, and the rest can be shared again. Once the first card is being charged, the sale continues.
 */
export async function withdrawUnsold(
  tx: Pick<Tx, 'db' | 'log' | 'clock' | 'queue'>,
  order: OrderRow,
  pool: PoolRow,
): Promise<AppError | undefined> {
  const { db } = tx;
  const unsold = await findUnsold(tx, order, await listLines(db, [order.id]));
  if (unsold.length === 0) return undefined;
  const shares = await listLiveShares(db, [order.id]);
  if (pool.phase === 'charging' && (await isBeingCharged(tx, shares))) return undefined;
  const isPaid = shares.some((share) => share.state === 'paid');
  const after = await (isPaid ? payBack : giveBack)(tx, { order, pool, shares, unsold });
  return describeChange(after, unsold);
}

async function isBeingCharged({ db }: Pick<Tx, 'db'>, shares: ShareRow[]): Promise<boolean> {
  const attempts = await listAttempts(db, attemptsOf(shares));
  return attempts.some((attempt) => attempt.captureBegunAt !== null);
}

/** Cards were charged already, so the order keeps its lines next to the charges and refunds. */
async function payBack(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  { order, pool, unsold }: Withdrawal,
): Promise<OrderRow> {
  const lines = unsold.map(({ line, problem }) => ({ ...line, problem }));
  await insertLeftOut(tx.db, { orderId: order.id, lines, now: tx.clock.now() });
  await releasePool(tx, { order, pool, state: 'cancelled', withdrawn: namesOf(unsold) });
  return { ...order, state: 'cancelled' };
}

async function giveBack(
  tx: Pick<Tx, 'db' | 'log' | 'clock' | 'queue'>,
  { order, pool, shares, unsold }: Withdrawal,
): Promise<OrderRow> {
  const { db, queue } = tx;
  await moveShares(db, attemptsOf(shares), 'released');
  await queue.enqueue(db, releaseHoldsJob, { orderId: order.id });
  let after = await leaveOut(tx, order, unsold);
  if (after.state === 'open' && isTooSmallToShare(after.totalCents)) {
    await setOrderState(db, order.id, 'cancelled');
    after = { ...after, state: 'cancelled' };
  }
  const isOver = after.state !== 'open';
  if (isOver) await movePool(db, pool, 'released');
  else if (pool.phase !== 'filling') await movePool(db, pool, 'filling');
  await notifyMembers(db, order);
  const occasion = unsold.map(({ line }) => line.id).join(',');
  const message = { message: 'withdrawn', orderId: order.id, withdrawn: namesOf(unsold), isOver } as const;
  for (const userId of new Set([order.userId, ...shares.map((share) => share.userId)])) {
    await queue.enqueue(db, notifyPoolJob, { ...message, userId, occasion: occasion.slice(0, 60) });
  }
  return after;
}

function namesOf(unsold: UnsoldLine[]): string[] {
  return unsold.flatMap(({ leftOut }) => leftOut.map(({ title }) => title)).slice(0, MAX_NAMES);
}

/** Open orders and pools lose an unpublished album without waiting for somebody to pay. */
export async function withdrawAlbum(context: Context, albumId: number): Promise<void> {
  for (const { id, userId } of await listOpenOrdersOf(context.db, albumId)) {
    await inTransaction(context, async (tx) => {
      await lockBuyer(tx.db, userId);
      const order = await findOrder(tx.db, id, { lock: true });
      if (order?.state !== 'open') return;
      const pool = order.isPool ? await findPool(tx.db, id) : undefined;
      const change = pool ? await withdrawUnsold(tx, order, pool) : await reviewOrder(tx, order);
      if (change) await publishLive(tx.db, { to: userId, kind: 'order', subject: order.key });
    });
  }
}
