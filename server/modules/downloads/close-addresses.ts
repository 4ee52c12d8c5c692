import { listDownloadRights } from '#server/modules/orders/purchases.ts';
import type { Db } from '#server/platform/database.ts';
import { deleteAddressesFor } from './close-addresses.queries.ts';

/** Ends every download address of a customer at once. */
export async function closeAddressesOf(db: Db, userId: number): Promise<void> {
  const rights = await listDownloadRights(db, userId);
  await deleteAddressesFor(
    db,
    rights.map(({ id }) => id),
  );
}
