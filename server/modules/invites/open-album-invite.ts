import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { type FindingWorld, findAlbumByInvite } from '#server/modules/found-albums/find-album.ts';
import { openPublicAction } from '#server/modules/public-actions/open-action.ts';
import { AppError } from '#server/platform/errors.ts';
import { lockAlbumInviteByLink, markJoined } from './album-invites.queries.ts';

/**
 * Whoever is logged in and opens an invitation holds its album, with views of their own. The first one who was
 * not the inviter is who joined.
 */
export async function openAlbumInvite(
  world: FindingWorld,
  userId: number,
  link: string,
): Promise<UserFoundAlbum> {
  const { db, clock } = world;
  const invite = await lockAlbumInviteByLink(db, link);
  const album = invite && (await findAlbumFacts(db, invite.albumId));
  if (!album || invite.revokedAt !== null) throw new AppError('not_found');
  const isNews = userId !== invite.invitedBy && userId !== invite.joinedBy;
  if (isNews) {
    await openPublicAction(world, { action: link, clientRoute: `/view-album/${album.uuid}` });
    await markJoined(db, invite.id, { userId, now: clock.now() });
  }
  return findAlbumByInvite(world, userId, album.id);
}
