import type { OrderRow } from '#server/modules/orders/order/orders.queries.ts';
import type { Db } from '#server/platform/database.ts';
import { tell } from '#server/platform/live/tell.ts';
import { listMemberIds } from './pools.queries.ts';

/** Open pages of its owner and of whoever has, or had, a share hear that a pool has changed. */
export async function tellMembers(db: Db, order: OrderRow): Promise<void> {
  const memberIds = new Set([order.userId, ...(await listMemberIds(db, order.id))]);
  await tell(db, ...[...memberIds].map((to) => ({ to, kind: 'order' as const, subject: order.key })));
}
