import type { Tx } from '#server/context.ts';
import { type Purchases, standingsOf } from '#server/modules/catalogue/album-standing.ts';
import type { Db } from '#server/platform/database.ts';
import { tellAlbumsGained } from './albums-gained.ts';
import { holdAlbum, listHeld, listHolders } from './found-albums.queries.ts';

type World = { db: Db; purchases: Purchases };

/** The customer's albums that may be seen now (published, or bought), newest first. */
export async function listHeldAlbums({ db, purchases }: World, userId: number): Promise<number[]> {
  const held = await listHeld(db, userId);
  const withdrawn = held.filter(({ isPublished }) => !isPublished).map(({ albumId }) => albumId);
  const standingOf = await standingsOf(purchases, db, userId, withdrawn);
  return held
    .filter(({ albumId, isPublished }) => isPublished || standingOf(albumId).owned)
    .map(({ albumId }) => albumId);
}

/** Everybody for whom the album is among `listHeldAlbums`. */
export async function listAlbumHolders({ db, purchases }: World, albumId: number): Promise<number[]> {
  const holders: number[] = [];
  for (const { userId, isPublished } of await listHolders(db, albumId)) {
    if (isPublished || (await standingsOf(purchases, db, userId, [albumId]))(albumId).owned) {
      holders.push(userId);
    }
  }
  return holders;
}

/** Which of the albums the customer has looked at, at least once. */
export async function viewedAlbums(db: Db, userId: number, albumIds: number[]): Promise<Set<number>> {
  if (albumIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('userFoundAlbums')
    .select('albumId')
    .where('userId', '=', userId)
    .where('albumId', 'in', albumIds)
    .where('viewsUsed', '>', 0)
    .execute();
  return new Set(rows.map((row) => row.albumId));
}

/** Which of the albums the customer was invited to, and opened by that invitation. */
export async function heldByInvite(db: Db, userId: number, albumIds: number[]): Promise<Set<number>> {
  if (albumIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('userFoundAlbums')
    .select('albumId')
    .where('userId', '=', userId)
    .where('albumId', 'in', albumIds)
    .where('foundBy', '=', 'invite')
    .execute();
  return new Set(rows.map((row) => row.albumId));
}

/** What was bought is listed among the customer's albums, however they came to it. */
export async function keepBoughtAlbum(
  world: Pick<Tx, 'db' | 'queue'>,
  userId: number,
  albumId: number,
): Promise<void> {
  const { isNew } = await holdAlbum(world.db, { userId, albumId, foundBy: 'opened' });
  if (isNew) await tellAlbumsGained(world, userId);
}
