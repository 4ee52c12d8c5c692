import type { Tx } from '#server/context.ts';
import { lockVisibleOrder } from '#server/modules/orders/order/get-order.ts';
import type { OrderRef } from '#server/modules/orders/orders.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { releaseHoldsJob } from './job-definitions.ts';
import { findPool, listLiveShares, moveShares } from './pools.queries.ts';
import { tellMembers } from './tell-members.ts';

export async function leavePool(tx: Pick<Tx, 'db' | 'queue'>, actor: Actor, ref: OrderRef): Promise<void> {
  const { db, queue } = tx;
  const order = await lockVisibleOrder(tx, actor, ref);
  const pool = await findPool(db, order.id);
  if (!pool) throw new AppError('not_a_pool');
  if (order.state !== 'open') throw new AppError('order_closed');
  if (pool.phase !== 'filling') throw new AppError('payment_in_progress');
  const own = (await listLiveShares(db, [order.id])).filter((share) => share.userId === actor.userId);
  if (own.length === 0) return;
  const attemptIds = own.map((share) => share.attemptId);
  await moveShares(db, attemptIds, 'released');
  await queue.enqueue(db, releaseHoldsJob, { orderId: order.id });
  await tellMembers(db, order);
}
