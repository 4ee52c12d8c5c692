import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { holdAlbum, selectSearched } from './found-albums.queries.ts';

export {
  holdersToJoin,
  isHeldForReason,
  listViewsOf,
  selectSearched as searchedAlbums,
  viewedAlbums,
} from './found-albums.queries.ts';

/** Adds a bought album to the customer's albums, in case they never opened it. From now on it is searched. */
export async function keepBoughtAlbum(
  tx: Pick<Tx, 'db' | 'queue'>,
  userId: number,
  albumId: number,
): Promise<void> {
  await holdAlbum(tx.db, { userId, albumId, foundBy: 'opened' });
  await notifyAlbumsGained(tx, userId);
}

/** Tells later modules that a customer has more albums, or that an album has more customers. */
export const albumsGained = defineJob({
  name: 'found-albums.albums-gained',
  payload: z.union([z.object({ userId: z.int() }), z.object({ albumId: z.int() })]),
});

export async function notifyAlbumsGained(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  userId: number,
): Promise<void> {
  await queue.enqueue(db, albumsGained, { userId }, { singletonKey: `user:${userId}` });
}

export async function notifyHoldersGained(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  albumId: number,
): Promise<void> {
  await queue.enqueue(db, albumsGained, { albumId }, { singletonKey: `album:${albumId}` });
}

type SearchedTx = Pick<Tx, 'db'> & { purchases: Purchases };

/** Newest first. */
export async function listSearchedAlbums({ db, purchases }: SearchedTx, userId: number): Promise<number[]> {
  const rows = await selectSearched(db, purchases)
    .where('found.userId', '=', userId)
    .orderBy('album.publishedAt', (order) => order.desc().nullsLast())
    .orderBy('album.id', 'desc')
    .execute();
  return rows.map(({ albumId }) => albumId);
}

/** Returns the users for whom `listSearchedAlbums` contains the album. */
export async function listSearchers({ db, purchases }: SearchedTx, albumId: number): Promise<number[]> {
  const rows = await selectSearched(db, purchases)
    .where('found.albumId', '=', albumId)
    .orderBy('found.userId')
    .execute();
  return rows.map(({ userId }) => userId);
}
