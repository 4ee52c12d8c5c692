import { findAlbumByInvite, holdsAlbum } from '#server/modules/found-albums/find-album.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { listOpenInvitesTo } from './album-invites.queries.ts';

export async function hasOpenInvites(db: Db, email: string): Promise<boolean> {
  return (await listOpenInvitesTo(db, { email })).length > 0;
}

/**
 * Adds the albums that were shared with a verified address. The invitations are not marked as joined, because that would
 * tell the sender whether the address has an account.
 */
export async function holdInvitedAlbums(
  tx: Parameters<typeof findAlbumByInvite>[0],
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  for (const { albumId, invitedBy } of await listOpenInvitesTo(tx.db, { email })) {
    if (await holdsAlbum(tx.db, userId, albumId)) continue;
    try {
      await findAlbumByInvite(tx, { userId, albumId, invitedBy });
    } catch (error) {
      // The album is not published now; the next log-in adds it if it is.
      if (!(error instanceof AppError)) throw error;
    }
  }
}
