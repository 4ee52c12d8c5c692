import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findAlbumByInvite } from '#server/modules/found-albums/find-album.ts';
import { openPublicAction } from '#server/modules/notifications/public-actions.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { lockAlbumInviteByLink, markJoined } from './album-invites.queries.ts';

/** Anyone who opens the link gets the album with views of their own; the first of them counts as the invited person. */
export async function openAlbumInvite(
  tx: Parameters<typeof findAlbumByInvite>[0],
  { userId }: Actor,
  link: string,
): Promise<UserFoundAlbum> {
  const { db, clock } = tx;
  const invite = await lockAlbumInviteByLink(db, link);
  const album = invite && (await findAlbumFacts(db, invite.albumId));
  if (!album || invite.revokedAt !== null) throw new AppError('not_found');
  const isNew = userId !== invite.invitedBy && userId !== invite.joinedBy;
  if (isNew) {
    await openPublicAction(tx, { action: link, clientRoute: `/view-album/${album.uuid}` });
    await markJoined(db, invite.id, { userId, now: clock.now() });
  }
  return findAlbumByInvite(tx, { userId, albumId: album.id, invitedBy: invite.invitedBy });
}
