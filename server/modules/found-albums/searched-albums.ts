import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import type { Db } from '#server/platform/database/database.ts';
import { selectSearched } from './found-albums.queries.ts';

type SearchedTx = Pick<Tx, 'db'> & { purchases: Purchases };

/** Which customers' athletes are searched in which albums, as a subquery for other modules. */
export function searchedAlbums(db: Db, purchases: Purchases) {
  return selectSearched(db, purchases);
}

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
