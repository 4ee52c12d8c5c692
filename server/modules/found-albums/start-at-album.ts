import { sql } from 'kysely';
import { MAX_SAVED_TEAMS } from '#contract/rules/albums.ts';
import type { Tx } from '#server/context.ts';
import { findOpenSiblings } from '#server/modules/catalogue/posters.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findHeld } from './found-albums.queries.ts';

/** Remembers that the first visit after the photos are up starts at the album. */
export async function awaitAlbum(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { userId, albumId }: { userId: number; albumId: number },
): Promise<void> {
  await db
    .insertInto('awaitedAlbums')
    .values({ userId, albumId, createdAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // The newest ones stay, so that the list of one person stays short.
  await deleteAwaited(db, userId, (await listAwaited(db, userId)).slice(MAX_SAVED_TEAMS));
}

/** Returns each awaited album once. Albums that the customer has opened meanwhile are skipped. */
export async function startAtAlbum(
  { db }: Pick<Tx, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<number | null> {
  const awaited = await listAwaited(db, userId);
  if (awaited.length === 0) return null;
  const open = await findOpenSiblings(db, awaited);
  // A job gives the album to its followers a moment after it is published; until then it is still awaited.
  const held = new Map<number, { openId: number; viewsUsed: number }>();
  for (const [albumId, openId] of open) {
    const found = await findHeld(db, userId, openId);
    if (found) held.set(albumId, { openId, viewsUsed: found.viewsUsed });
  }
  const taken = await deleteAwaited(db, userId, [...held.keys()]);
  const first = awaited.find((albumId) => taken.has(albumId) && held.get(albumId)?.viewsUsed === 0);
  return first === undefined ? null : (held.get(first)?.openId ?? null);
}

/** A subquery that tells whether the person awaits an album. */
export function selectAwaits(db: Db, userId: number) {
  return sql<boolean>`exists (${db.selectFrom('awaitedAlbums').select('albumId').where('userId', '=', userId)})`;
}

async function listAwaited(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('awaitedAlbums')
    .select('albumId')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('albumId', 'desc')
    .execute();
  return rows.map(({ albumId }) => albumId);
}

/** Returns the rows to exactly one of several concurrent callers. */
async function deleteAwaited(db: Db, userId: number, albumIds: number[]): Promise<Set<number>> {
  if (albumIds.length === 0) return new Set();
  const rows = await db
    .deleteFrom('awaitedAlbums')
    .where('userId', '=', userId)
    .where('albumId', '=', anyOf(albumIds))
    .returning('albumId')
    .execute();
  return new Set(rows.map(({ albumId }) => albumId));
}
