import type { Tx } from '#server/context.ts';
import { hasMatchIn } from '#server/modules/athletes/has-match-in.ts';
import { viewedAlbums } from '#server/modules/found-albums/held-album.ts';
import { AppError } from '#server/platform/errors.ts';

/**
 * Returns the albums that a customer may not buy yet, because they never viewed them and none of their athletes was
 * found in them.
 */
export async function unviewedAmong(
  tx: Pick<Tx, 'db' | 'log'>,
  userId: number,
  albumIds: number[],
): Promise<Set<number>> {
  const viewed = await viewedAlbums(tx.db, userId, albumIds);
  const unviewed = albumIds.filter((albumId) => !viewed.has(albumId));
  if (unviewed.length === 0) return new Set();
  const matched = await hasMatchIn(tx, userId, unviewed);
  return new Set(unviewed.filter((albumId) => !matched.has(albumId)));
}

export async function requireViewed(
  tx: Pick<Tx, 'db' | 'log'>,
  userId: number,
  albumIds: number[],
): Promise<void> {
  const albums = [...(await unviewedAmong(tx, userId, albumIds))];
  if (albums.length > 0) throw new AppError('view_before_purchase', { details: { albums } });
}
