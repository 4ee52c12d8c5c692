import type { Order } from '#contract/entities/order.ts';
import type { Tx } from '#server/context.ts';
import { findLiveAttempt, takeTurn } from '#server/modules/orders/payments/attempts.queries.ts';
import { findPool } from '#server/modules/orders/pools/pools.queries.ts';
import { releasePool } from '#server/modules/orders/pools/release.ts';
import { AppError } from '#server/platform/errors.ts';
import { findVisibleOrder, getOrder } from './get-order.ts';
import { setOrderState } from './orders.queries.ts';

/** The owner gives an open order up. A second click changes nothing more. */
export async function cancelOrder(tx: Tx, userId: number, name: number | string): Promise<Order> {
  const { db } = tx;
  await takeTurn(db, userId);
  const order = await findVisibleOrder(tx, userId, name, { lock: true });
  if (order.userId !== userId) throw new AppError('not_found');
  if (order.state !== 'cancelled') {
    if (order.state !== 'open') throw new AppError('order_closed');
    const pool = await findPool(db, order.id);
    if (pool?.phase === 'charging' || (await findLiveAttempt(db, order.id))) {
      throw new AppError('payment_in_progress');
    }
    if (pool) await releasePool(tx, order, pool, 'cancelled');
    else await setOrderState(db, order.id, 'cancelled');
  }
  return getOrder(tx, userId, name);
}
