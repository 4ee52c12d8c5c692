import type { Tx } from '#server/context.ts';
import { type Purchases, standingsOf } from '#server/modules/catalogue/album-standing.ts';
import type { Db } from '#server/platform/database.ts';
import { tellAlbumsGained } from './albums-gained.ts';
import { holdAlbum, listHeld, listHeldWhere, listHolders } from './found-albums.queries.ts';

/** Returns the customer's albums that are published or owned, newest first. */
export async function listHeldAlbums(
  { db, purchases }: Pick<Tx, 'db'> & { purchases: Purchases },
  userId: number,
): Promise<number[]> {
  const held = await listHeld(db, userId);
  const unpublished = held.filter(({ isPublished }) => !isPublished).map(({ albumId }) => albumId);
  const standingOf = await standingsOf(purchases, db, userId, unpublished);
  return held
    .filter(({ albumId, isPublished }) => isPublished || standingOf(albumId).owned)
    .map(({ albumId }) => albumId);
}

/** Returns the users for whom `listHeldAlbums` contains the album. */
export async function listAlbumHolders(
  { db, purchases }: Pick<Tx, 'db'> & { purchases: Purchases },
  albumId: number,
): Promise<number[]> {
  const holders: number[] = [];
  for (const { userId, isPublished } of await listHolders(db, albumId)) {
    if (isPublished || (await standingsOf(purchases, db, userId, [albumId]))(albumId).owned) {
      holders.push(userId);
    }
  }
  return holders;
}

export async function viewedAlbums(db: Db, userId: number, albumIds: number[]): Promise<Set<number>> {
  return new Set(await listHeldWhere(db, { userId, albumIds, isViewed: true }));
}

export async function heldByInvite(db: Db, userId: number, albumIds: number[]): Promise<Set<number>> {
  return new Set(await listHeldWhere(db, { userId, albumIds, foundBy: 'invite' }));
}

/** Adds a bought album to the customer's albums, in case they never opened it. */
export async function keepBoughtAlbum(
  tx: Pick<Tx, 'db' | 'queue'>,
  userId: number,
  albumId: number,
): Promise<void> {
  const { isNew } = await holdAlbum(tx.db, { userId, albumId, foundBy: 'opened' });
  if (isNew) await tellAlbumsGained(tx, userId);
}
