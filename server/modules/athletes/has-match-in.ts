import type { Tx } from '#server/context.ts';
import { isMatchingOn } from './face-matching.ts';
import { findAlbumsWithMatches, findMatchedImages } from './matches.queries.ts';

/** Returns the albums that show one of the customer's athletes. */
export async function hasMatchIn(
  tx: Pick<Tx, 'db' | 'log'>,
  userId: number,
  albumIds: number[],
): Promise<Set<number>> {
  if (!(await isMatchingOn(tx))) return new Set();
  return new Set(await findAlbumsWithMatches(tx.db, userId, albumIds));
}

type Item = { albumId: number; imageId: number | null };

/** Tells whether every item shows one of the customer's athletes: the photo itself, or a photo of the album. */
export async function showAthletes(
  tx: Pick<Tx, 'db' | 'log'>,
  userId: number,
  items: readonly Item[],
): Promise<boolean> {
  if (items.length === 0 || !(await isMatchingOn(tx))) return false;
  const albumIds = items.map(({ albumId }) => albumId);
  const images = await findMatchedImages(tx.db, userId, albumIds);
  return items.every((item) =>
    images.some(
      ({ id, albumId }) => albumId === item.albumId && (item.imageId === null || id === item.imageId),
    ),
  );
}
