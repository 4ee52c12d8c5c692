import { sql } from 'kysely';
import type { EntitlementState } from '#contract/rules/order-states.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

function entitlementsWithOrders(db: Db) {
  return db
    .selectFrom('entitlements')
    .innerJoin('orderLines', 'orderLines.id', 'entitlements.orderLineId')
    .innerJoin('orders', 'orders.id', 'orderLines.orderId')
    .select([
      'entitlements.id',
      'entitlements.userId',
      'entitlements.albumId',
      'entitlements.imageId',
      'entitlements.orderLineId',
      'entitlements.downloadsUsed',
      'entitlements.state',
      'entitlements.createdAt',
      'orders.key as orderKey',
    ])
    .$narrowType<{ state: EntitlementState }>();
}

export type RightRow = Awaited<ReturnType<typeof listRights>>[number];

export function listRights(db: Db, userId: number) {
  return entitlementsWithOrders(db)
    .where('entitlements.userId', '=', userId)
    .where('entitlements.state', '<>', 'ended')
    .orderBy('entitlements.id', 'desc')
    .execute();
}

export function findRight(db: Db, entitlementId: number) {
  return entitlementsWithOrders(db)
    .where('entitlements.id', '=', entitlementId)
    .where('entitlements.state', '<>', 'ended')
    .executeTakeFirst();
}

/** False at the limit, and when the right has ended or is suspended. */
export async function addDownload(db: Db, entitlementId: number, limit: number): Promise<boolean> {
  const counted = await db
    .updateTable('entitlements')
    .set({ downloadsUsed: sql`downloads_used + 1` })
    .where('id', '=', entitlementId)
    .where('state', '=', 'active')
    .where('downloadsUsed', '<', limit)
    .returning('id')
    .executeTakeFirst();
  return counted !== undefined;
}

export type LockedRightRow = Awaited<ReturnType<typeof lockRights>>[number];

export function lockRights(db: Db, userId: number, entitlementIds: number[]) {
  return db
    .selectFrom('entitlements')
    .select(['id', 'userId', 'albumId', 'downloadsUsed'])
    .where('id', '=', anyOf(entitlementIds))
    .where('userId', '=', userId)
    .where('imageId', 'is', null)
    .where('state', '<>', 'ended')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function clearDownloads(db: Db, entitlementIds: number[]): Promise<void> {
  await db
    .updateTable('entitlements')
    .set({ downloadsUsed: 0 })
    .where('id', '=', anyOf(entitlementIds))
    .execute();
}
