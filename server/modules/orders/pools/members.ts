import type { CatalogueWorld } from '#server/modules/catalogue/browse-albums.ts';
import { findOrder, type OrderName } from '#server/modules/orders/order/orders.queries.ts';
import type { Db } from '#server/platform/database.ts';
import { describeOrder } from './news.ts';
import { listLiveShares } from './pools.queries.ts';

export type SharedOrder = { id: number; key: string; isOpen: boolean; holders: ReadonlySet<number> };

/** An order, for its owner and for whoever holds a share of it; for others there is none. */
export async function findOrderOfMember(
  db: Db,
  userId: number,
  name: OrderName,
): Promise<SharedOrder | undefined> {
  const order = await findOrder(db, name);
  if (!order) return undefined;
  const holders = new Set((await listLiveShares(db, [order.id])).map((share) => share.userId));
  if (order.userId !== userId && !holders.has(userId)) return undefined;
  return { id: order.id, key: order.key, isOpen: order.state === 'open', holders };
}

/** What is shared, for someone who was invited. */
export function describeForInvited(
  world: CatalogueWorld,
  orderId: number,
  invitedBy: number,
): Promise<string> {
  return describeOrder(world, orderId, invitedBy);
}
