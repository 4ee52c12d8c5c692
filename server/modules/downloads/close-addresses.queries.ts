import { anyOf, type Db } from '#server/platform/database.ts';

export async function deleteAddressesFor(db: Db, entitlementIds: readonly number[]): Promise<void> {
  await db.deleteFrom('zipAddresses').where('entitlementId', '=', anyOf(entitlementIds)).execute();
}
