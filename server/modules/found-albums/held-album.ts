import type { Db } from '#server/platform/database.ts';
import { holdAlbum } from './found-albums.queries.ts';

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
export async function keepBoughtAlbum(db: Db, userId: number, albumId: number): Promise<void> {
  await holdAlbum(db, { userId, albumId, foundBy: 'opened' });
}
