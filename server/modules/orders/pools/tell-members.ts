import type { OrderRow } from '#server/modules/orders/orders.ts';
import type { Db } from '#server/platform/database.ts';
import { tell } from '#server/platform/live/tell.ts';
import { listMemberIds } from './pools.queries.ts';

/** Updates the open pages of the owner and of everyone who has or had a share. */
export async function tellMembers(db: Db, order: OrderRow): Promise<void> {
  const memberIds = new Set([order.userId, ...(await listMemberIds(db, order.id))]);
  await tell(db, ...[...memberIds].map((to) => ({ to, kind: 'order' as const, subject: order.key })));
}
