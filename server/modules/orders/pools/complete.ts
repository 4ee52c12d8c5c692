import { orderMachine } from '#contract/rules/order-states.ts';
import type { Tx } from '#server/context.ts';
import { giveToBuyer } from '#server/modules/orders/order/give-to-buyer.ts';
import { type OrderRow, setOrderState } from '#server/modules/orders/order/orders.queries.ts';
import { tellPoolJob } from './job-definitions.ts';
import { movePool, type PoolRow, type ShareRow } from './pools.queries.ts';

/** Every share is paid: in this one transaction the order is, and everyone who took one gets all of it. */
export async function completePool(
  tx: Tx,
  order: OrderRow,
  pool: PoolRow,
  shares: ShareRow[],
): Promise<void> {
  const paidCents = shares.reduce((sum, share) => sum + (share.state === 'paid' ? share.amountCents : 0), 0);
  if (paidCents !== order.totalCents || !orderMachine.canMove(order.state, 'paid')) {
    throw new Error(`order ${order.id} is ${order.state}; ${paidCents} of ${order.totalCents} were paid`);
  }
  await setOrderState(tx.db, order.id, 'paid', tx.clock.now());
  await movePool(tx.db, pool, 'filled');
  const participants = new Set(shares.map((share) => share.userId));
  for (const userId of participants) await giveToBuyer(tx, order, userId);
  if (participants.has(order.userId)) return;
  const news = { news: 'filled', orderId: order.id, userId: order.userId, occasion: 'once' } as const;
  await tx.queue.enqueue(tx.db, tellPoolJob, news);
}
