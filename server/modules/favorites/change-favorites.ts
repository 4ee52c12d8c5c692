import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { favoriteEndpoints } from '#contract/endpoints/favorites.ts';
import { MOST_FAVORITES } from '#contract/rules/favorites.ts';
import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { deleteFavorites, insertFavorites, listFavoriteIds, lockFavorites } from './favorites.queries.ts';
import { toWireFavorites } from './favorites.wire.ts';
import { openPhotos, seenPhotos } from './open-photos.ts';

type Endpoint = typeof favoriteEndpoints.changeFavorites;

/**
 * Removes and adds favorites. A photo can be marked only in an album that the customer has seen, so nobody learns from
 * the answer which photos exist elsewhere. Repeating a call changes nothing.
 */
export async function changeFavorites(
  tx: Pick<Tx, 'db' | 'clock' | 'log'> & { purchases: Purchases },
  { userId }: Actor,
  { add, remove }: BodyOf<Endpoint>,
): Promise<ResponseOf<Endpoint>> {
  const { db, clock } = tx;
  await lockFavorites(db, userId);
  await deleteFavorites(db, userId, remove);
  const kept = new Set(await listFavoriteIds(db, userId));
  const fresh = [...new Set(add)].filter((imageId) => !kept.has(imageId));
  const seen = await seenPhotos(tx, userId, fresh);
  const allowed = fresh.filter((imageId) => seen.has(imageId));
  const added = allowed.slice(0, Math.max(0, MOST_FAVORITES - kept.size));
  await insertFavorites(db, { userId, imageIds: added, now: clock.now() });
  return {
    albums: toWireFavorites(await openPhotos(tx, userId, [...kept, ...added])),
    refused: fresh.filter((imageId) => !seen.has(imageId)),
    left_out: allowed.slice(added.length),
  };
}
