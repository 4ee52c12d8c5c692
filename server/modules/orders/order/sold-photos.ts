import { countOwners } from '#server/modules/orders/entitlements.ts';
import type { Db } from '#server/platform/database.ts';

/** Counts photos that were bought by themselves, and customers who own the whole album. Suspended rights count too. */
export function countSold(
  db: Db,
  sold: { albumId: number; imageIds: number[] },
): Promise<{ photos: number; owners: number }> {
  return countOwners(db, sold);
}
