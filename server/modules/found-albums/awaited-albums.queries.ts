import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database/database.ts';

export async function insertAwaited(
  db: Db,
  { userId, albumId, createdAt }: { userId: number; albumId: number; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('awaitedAlbums')
    .values({ userId, albumId, createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A subquery that tells whether the person awaits an album. */
export function selectAwaits(db: Db, userId: number) {
  return sql<boolean>`exists (${db.selectFrom('awaitedAlbums').select('albumId').where('userId', '=', userId)})`;
}

export async function listAwaited(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('awaitedAlbums')
    .select('albumId')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('albumId', 'desc')
    .execute();
  return rows.map(({ albumId }) => albumId);
}

/** Keeps the newest ones, so that the list of one person stays short. */
export async function dropOldAwaited(db: Db, userId: number, keep: number): Promise<void> {
  const old = (await listAwaited(db, userId)).slice(keep);
  await deleteAwaited(db, userId, old);
}

/** Returns the rows to exactly one of several concurrent callers. */
export async function deleteAwaited(db: Db, userId: number, albumIds: number[]): Promise<Set<number>> {
  if (albumIds.length === 0) return new Set();
  const rows = await db
    .deleteFrom('awaitedAlbums')
    .where('userId', '=', userId)
    .where('albumId', '=', anyOf(albumIds))
    .returning('albumId')
    .execute();
  return new Set(rows.map(({ albumId }) => albumId));
}
