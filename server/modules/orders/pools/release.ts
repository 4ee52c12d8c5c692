import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findOrder, type OrderRow, setOrderState } from '#server/modules/orders/order/orders.queries.ts';
import { listAttempts, listUnwantedAttempts } from '#server/modules/orders/payments/attempts.queries.ts';
import { healPayment } from '#server/modules/orders/payments/refresh.ts';
import { listReservedRefunds } from '#server/modules/orders/refunds/refunds.queries.ts';
import { reserveWholeRefund } from '#server/modules/orders/refunds/reserve.ts';
import { carryOutRefund } from '#server/modules/orders/refunds/settle.ts';
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

/** Ends a pool that did not fill: nobody holds a share any more, and what was charged is on its way back. */
export async function releasePool(
  tx: Tx,
  order: OrderRow,
  pool: PoolRow,
  state: 'cancelled' | 'expired',
): Promise<void> {
  const { db, queue, clock } = tx;
  const shares = await listLiveShares(db, [order.id]);
  const paidIds = shares.flatMap((share) => (share.state === 'paid' ? [share.attemptId] : []));
  for (const attempt of await listAttempts(db, paidIds)) {
    await reserveWholeRefund(db, attempt, clock.now());
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
    const news = { news: 'released', orderId: order.id, userId, wasPaidBack, occasion: state } as const;
    await queue.enqueue(db, tellPoolJob, news);
  }
}

/** Under the order's lock: of the last share and the deadline one comes first. */
export function closeDuePool(context: Context, orderId: number): Promise<void> {
  return inTransaction(context, async (tx) => {
    const order = await findOrder(tx.db, { id: orderId }, { lock: true });
    const pool = await findPool(tx.db, orderId);
    if (order && pool && isDue(pool, tx.clock.now())) await releasePool(tx, order, pool, 'expired');
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

/** What nobody wants any more is ended at the provider. Whatever stays unclear, reconciliation asks again. */
export async function releaseHolds(context: Context, orderId: number): Promise<void> {
  for (const attempt of await listUnwantedAttempts(context.db, orderId)) await healPayment(context, attempt);
  for (const refund of await listReservedRefunds(context.db, orderId)) await carryOutRefund(context, refund);
}
