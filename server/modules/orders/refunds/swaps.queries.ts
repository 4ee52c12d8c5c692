import type { Insertable } from 'kysely';
import type { EntitlementState } from '#contract/rules/order-states.ts';
import type { Item } from '#server/modules/orders/entitlements.ts';
import type { EntitlementSwaps } from '#server/platform/database.gen.ts';
import type { Db } from '#server/platform/database.ts';

export function findEntitlementOfLine(db: Db, orderLineId: number, options: { lock?: boolean } = {}) {
  return db
    .selectFrom('entitlements')
    .selectAll()
    .$narrowType<{ state: EntitlementState }>()
    .where('orderLineId', '=', orderLineId)
    .where('state', '<>', 'ended')
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

export function findLine(db: Db, orderLineId: number) {
  return db.selectFrom('orderLines').selectAll().where('id', '=', orderLineId).executeTakeFirst();
}

export async function moveEntitlement(db: Db, entitlementId: number, to: Item): Promise<void> {
  await db.updateTable('entitlements').set(to).where('id', '=', entitlementId).execute();
}

/** Returns undefined if the entitlement was never swapped. */
export async function lastSwapPriceCents(db: Db, entitlementId: number): Promise<number | undefined> {
  const last = await db
    .selectFrom('entitlementSwaps')
    .select('toPriceCents')
    .where('entitlementId', '=', entitlementId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return last?.toPriceCents;
}

export async function hasCustomerSwapped(db: Db, entitlementId: number): Promise<boolean> {
  const swap = await db
    .selectFrom('entitlementSwaps')
    .select('id')
    .where('entitlementId', '=', entitlementId)
    .where('isByCustomer', '=', true)
    .executeTakeFirst();
  return swap !== undefined;
}

export async function insertSwap(db: Db, swap: Insertable<EntitlementSwaps>): Promise<void> {
  await db.insertInto('entitlementSwaps').values(swap).execute();
}
