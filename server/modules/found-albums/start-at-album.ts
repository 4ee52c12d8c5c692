import { MAX_SAVED_TEAMS } from '#contract/rules/albums.ts';
import type { Tx } from '#server/context.ts';
import { findOpenSiblings } from '#server/modules/catalogue/posters.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { deleteAwaited, dropOldAwaited, insertAwaited, listAwaited } from './awaited-albums.queries.ts';
import { findHeld } from './found-albums.queries.ts';

export { selectAwaits } from './awaited-albums.queries.ts';

/** Remembers that the first visit after the photos are up starts at the album. */
export async function awaitAlbum(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { userId, albumId }: { userId: number; albumId: number },
): Promise<void> {
  await insertAwaited(db, { userId, albumId, createdAt: clock.now() });
  await dropOldAwaited(db, userId, MAX_SAVED_TEAMS);
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
