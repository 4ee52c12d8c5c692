import type { Order } from '#contract/entities/order.ts';
import type { Tx } from '#server/context.ts';
import { findVisibleOrder, getOrder } from '#server/modules/orders/order/get-order.ts';
import { takeTurn } from '#server/modules/orders/payments/attempts.queries.ts';
import { AppError } from '#server/platform/errors.ts';
import { releaseHoldsJob } from './job-definitions.ts';
import { findPool, listLiveShares, moveShares } from './pools.queries.ts';
import { tellMembers } from './tell-members.ts';

/** A participant gives all their shares back, as long as the pool is filling. */
export async function leavePool(tx: Tx, userId: number, name: number | string): Promise<Order> {
  const { db, queue } = tx;
  await takeTurn(db, userId);
  const order = await findVisibleOrder(tx, userId, name, { lock: true });
  const pool = await findPool(db, order.id);
  if (!pool) throw new AppError('not_a_pool');
  const own = (await listLiveShares(db, [order.id])).filter((share) => share.userId === userId);
  if (order.state !== 'open') throw new AppError('order_closed');
  if (pool.phase !== 'filling') throw new AppError('payment_in_progress');
  if (own.length > 0) {
    const attemptIds = own.map((share) => share.attemptId);
    await moveShares(db, attemptIds, 'released');
    await queue.enqueue(db, releaseHoldsJob, { orderId: order.id });
    await tellMembers(db, order);
  }
  return getOrder(tx, userId, name);
}
