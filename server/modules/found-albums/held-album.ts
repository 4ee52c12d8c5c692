import type { Tx } from '#server/context.ts';
import { notifyAlbumsGained } from './albums-gained.ts';
import { holdAlbum } from './found-albums.queries.ts';

export { holdersToJoin, isHeldForReason, listViewsOf, viewedAlbums } from './found-albums.queries.ts';

/** Adds a bought album to the customer's albums, in case they never opened it. From now on it is searched. */
export async function keepBoughtAlbum(
  tx: Pick<Tx, 'db' | 'queue'>,
  userId: number,
  albumId: number,
): Promise<void> {
  await holdAlbum(tx.db, { userId, albumId, foundBy: 'opened' });
  await notifyAlbumsGained(tx, userId);
}
