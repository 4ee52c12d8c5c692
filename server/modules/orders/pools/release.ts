import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findOrder, type OrderRow, setOrderState } from '#server/modules/orders/orders.ts';
import { listAttempts, listUnwantedAttempts } from '#server/modules/orders/payments/attempts.queries.ts';
import { reconcilePayment } from '#server/modules/orders/payments/refresh.ts';
import { reserveWholeRefund } from '#server/modules/orders/refunds/reserve.ts';
import { carryOutReservedRefunds } from '#server/modules/orders/refunds/settle.ts';
import { AppError } from '#server/platform/errors.ts';
import { releaseHoldsJob, tellPoolJob } from './job-definitions.ts';
import {
  findPool,
  listDuePools,
  listLiveShares,
  movePool,
  moveShares,
  type PoolRow,
} from './pools.queries.ts';
import { tellMembers } from './tell-members.ts';

export { listDuePools } from './pools.queries.ts';

type Ending = {
  order: OrderRow;
  pool: PoolRow;
  state: 'cancelled' | 'expired';
  /** Names what is no longer for sale, if that is why the pool ends. */
  withdrawn?: string;
};

/** Releases every share and reserves refunds for what was charged. */
export async function releasePool(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  { order, pool, state, withdrawn }: Ending,
): Promise<void> {
  const { db, queue, clock } = tx;
  const shares = await listLiveShares(db, [order.id]);
  const paidIds = shares.flatMap((share) => (share.state === 'paid' ? [share.attemptId] : []));
  for (const attempt of await listAttempts(db, paidIds)) {
    await reserveWholeRefund(db, { attempt, now: clock.now() });
  }
  await moveShares(db, paidIds, 'refunded');
  await moveShares(
    db,
    shares.map((share) => share.attemptId),
    'released',
  );
  await setOrderState(db, order.id, state);
  await movePool(db, pool, 'released');
  await queue.enqueue(db, releaseHoldsJob, { orderId: order.id });
  await tellMembers(db, order);
  for (const userId of new Set([order.userId, ...shares.map((share) => share.userId)])) {
    const wasPaidBack = shares.some((share) => share.userId === userId && share.state === 'paid');
    const news = withdrawn === undefined ? 'released' : 'withdrawn';
    const told = { news, orderId: order.id, userId, wasPaidBack, withdrawn, isOver: true } as const;
    await queue.enqueue(db, tellPoolJob, { ...told, occasion: state });
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

/** Whatever the provider leaves unanswered is reconciled later. */
export async function releaseHolds(context: Context, orderId: number): Promise<void> {
  const unwanted = await listUnwantedAttempts(context.db, orderId);
  for (const attempt of unwanted) await reconcilePayment(context, attempt);
  await carryOutReservedRefunds(context, orderId);
}
