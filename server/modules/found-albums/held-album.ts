import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { notifyAlbumsGained } from './albums-gained.ts';
import { holdAlbum, listViewed } from './found-albums.queries.ts';

export { isHeldForReason, listViewsOf } from './found-albums.queries.ts';

export async function viewedAlbums(db: Db, userId: number, albumIds: number[]): Promise<Set<number>> {
  return new Set(await listViewed(db, userId, albumIds));
}

/** Adds a bought album to the customer's albums, in case they never opened it. From now on it is searched. */
export async function keepBoughtAlbum(
  tx: Pick<Tx, 'db' | 'queue'>,
  userId: number,
  albumId: number,
): Promise<void> {
  await holdAlbum(tx.db, { userId, albumId, foundBy: 'opened' });
  await notifyAlbumsGained(tx, userId);
}
