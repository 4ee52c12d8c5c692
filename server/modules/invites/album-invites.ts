import type { Tx } from '#server/context.ts';
import { holdsAlbum } from '#server/modules/found-albums/find-album.ts';
import { endPublicAction } from '#server/modules/notifications/public-actions.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type AlbumInviteRow, listAlbumInvites, markAlbumInviteRevoked } from './album-invites.queries.ts';

/** Lists only the invitations that the actor sent. */
export async function listInvitesToAlbum(
  { db }: Pick<Tx, 'db'>,
  { userId }: Actor,
  albumId: number,
): Promise<AlbumInviteRow[]> {
  if (!(await holdsAlbum(db, userId, albumId))) throw new AppError('not_found');
  return listAlbumInvites(db, albumId, userId);
}

/** Closes the link; people who already joined by it keep the album. */
export async function revokeAlbumInvite(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { userId }: Actor,
  inviteId: number,
): Promise<void> {
  const now = clock.now();
  const revoked = await markAlbumInviteRevoked(db, inviteId, userId, now);
  if (!revoked) throw new AppError('not_found');
  await endPublicAction(db, revoked.publicActionUuid, now);
}
