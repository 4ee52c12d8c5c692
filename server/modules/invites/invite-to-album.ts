import type { Tx } from '#server/context.ts';
import { isAddressOf } from '#server/modules/accounts/mailboxes.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { holdsAlbum } from '#server/modules/found-albums/find-album.ts';
import { makePublicAction } from '#server/modules/notifications/public-actions.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import {
  type AlbumInviteRow,
  insertAlbumInvite,
  lockAlbumInvite,
  lockInvitesOf,
  markAlbumInviteSentAgain,
} from './album-invites.queries.ts';
import { maySendAgain } from './invites.rules.ts';
import { sendAlbumInvite } from './send-album-invite.ts';

/** Mail scanners open links too, so this is generous; it stops a link that was posted publicly. */
const MOST_OPENINGS = 100;

export type AlbumInvitation = { albumId: number; albumUuid: string; email: string };

/**
 * Whoever holds an album may invite others to it. The invited address is never looked up, so the answer cannot
 * reveal whether it has an account.
 */
export async function inviteToAlbum(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  { userId }: Actor,
  { albumId, albumUuid, email }: AlbumInvitation,
): Promise<{ invite: AlbumInviteRow; isSent: boolean }> {
  const album = await findAlbumFacts(db, albumId);
  const isKnown = album?.isPublished && album.uuid === albumUuid;
  if (!isKnown || !(await holdsAlbum(db, userId, album.id))) throw new AppError('not_found');
  if (await isAddressOf(db, userId, email)) throw new AppError('invite_to_self');
  const now = clock.now();
  await lockInvitesOf(db, userId);
  const known = await lockAlbumInvite(db, { albumId, invitedBy: userId, email });
  if (known && (known.joinedAt !== null || !maySendAgain(known, now)))
    return { invite: known, isSent: false };
  const link = () =>
    makePublicAction(db, {
      route: `/view-album/${albumUuid}`,
      matchType: 'exact',
      maxAccesses: MOST_OPENINGS,
      userId,
    });
  const invite = known
    ? await markAlbumInviteSentAgain(db, known.id, {
        now,
        publicActionUuid: known.revokedAt === null ? known.publicActionUuid : await link(),
      })
    : await insertAlbumInvite(db, {
        albumId,
        invitedBy: userId,
        email,
        publicActionUuid: await link(),
        lastSentAt: now,
        createdAt: now,
      });
  await queue.enqueue(db, sendAlbumInvite, { inviteId: invite.id, timesSent: invite.timesSent });
  return { invite, isSent: true };
}
