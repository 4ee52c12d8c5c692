import { findOrder, type OrderRef } from '#server/modules/orders/orders.ts';
import type { Db } from '#server/platform/database.ts';
import { listLiveShares } from './pools.queries.ts';

export { describeOrder } from './news.ts';

export type SharedOrder = { id: number; key: string; isOpen: boolean; holders: ReadonlySet<number> };

/** Finds an order only for its owner and for those who hold a share of it. */
export async function findOrderOfMember(
  db: Db,
  userId: number,
  ref: OrderRef,
): Promise<SharedOrder | undefined> {
  const order = await findOrder(db, ref);
  if (!order) return undefined;
  const holders = new Set((await listLiveShares(db, [order.id])).map((share) => share.userId));
  if (order.userId !== userId && !holders.has(userId)) return undefined;
  return { id: order.id, key: order.key, isOpen: order.state === 'open', holders };
}
