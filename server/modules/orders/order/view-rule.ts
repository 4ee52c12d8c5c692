import type { Tx } from '#server/context.ts';
import { hasMatchIn } from '#server/modules/athletes/has-match-in.ts';
import { heldByInvite, viewedAlbums } from '#server/modules/found-albums/held-album.ts';
import { AppError } from '#server/platform/errors.ts';

/**
 * Returns the albums that a customer may not buy yet, because they never viewed them, were not invited to them, and none
 * of their athletes was found in them.
 */
export async function unviewedAmong(
  tx: Pick<Tx, 'db' | 'log'>,
  userId: number,
  albumIds: number[],
): Promise<Set<number>> {
  const unviewed = new Set(albumIds);
  for (const listSeen of [viewedIn, invitedTo, hasMatchIn]) {
    if (unviewed.size === 0) return unviewed;
    for (const albumId of await listSeen(tx, userId, [...unviewed])) unviewed.delete(albumId);
  }
  return unviewed;
}

const viewedIn = ({ db }: Pick<Tx, 'db'>, userId: number, albumIds: number[]) =>
  viewedAlbums(db, userId, albumIds);
const invitedTo = ({ db }: Pick<Tx, 'db'>, userId: number, albumIds: number[]) =>
  heldByInvite(db, userId, albumIds);

export async function requireViewed(
  tx: Pick<Tx, 'db' | 'log'>,
  userId: number,
  albumIds: number[],
): Promise<void> {
  const albums = [...(await unviewedAmong(tx, userId, albumIds))];
  if (albums.length > 0) throw new AppError('view_before_purchase', { details: { albums } });
}
