import { sumCents } from '#contract/rules/money.ts';
import { orderMachine } from '#contract/rules/order-states.ts';
import type { Tx } from '#server/context.ts';
import { deliverOrder } from '#server/modules/orders/order/deliver.ts';
import { type OrderRow, setOrderState } from '#server/modules/orders/orders.ts';
import { tellPoolJob } from './job-definitions.ts';
import { movePool, type PoolRow, type ShareRow } from './pools.queries.ts';

/** Delivers the whole order to everyone who paid a share. */
export async function completePool(
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
  if (participants.has(order.userId)) return;
  const news = { news: 'filled', orderId: order.id, userId: order.userId, occasion: 'once' } as const;
  await tx.queue.enqueue(tx.db, tellPoolJob, news);
}
