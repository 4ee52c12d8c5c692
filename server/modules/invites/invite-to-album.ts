import type { Invite } from '#contract/endpoints/invites.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { holdsAlbum } from '#server/modules/found-albums/find-album.ts';
import { makePublicAction } from '#server/modules/public-actions/make-action.ts';
import { AppError } from '#server/platform/errors.ts';
import { takeHits } from '#server/platform/rate-limit.ts';
import {
  type AlbumInviteRow,
  insertAlbumInvite,
  lockAlbumInvite,
  lockInvitesOf,
  markAlbumInviteSentAgain,
} from './album-invites.queries.ts';
import { toWireAlbumInvite } from './invites.wire.ts';
import { maySendAgain } from './order-invites.rules.ts';
import { sendAlbumInvite } from './send-album-invite.ts';

const MOST_A_DAY = 30;
const MOST_TO_ONE_A_DAY = 10;
/** Opened by its reader and by what scans their mail; a link that went round the world ends. */
const MOST_OPENINGS = 100;

export type AlbumInviteWish = { albumId: number; albumUuid: string; email: string };

/**
 * Whoever holds an album may show it to others. Nobody looks up whether the address has an account, so nothing in
 * the answer can tell. Inviting again sends again, when enough time has passed.
 */
export async function inviteToAlbum(
  context: Context,
  userId: number,
  wish: AlbumInviteWish,
): Promise<Invite> {
  const album = await findAlbumFacts(context.db, wish.albumId);
  const isKnown = album?.isPublished && album.uuid === wish.albumUuid;
  if (!isKnown || !(await holdsAlbum(context.db, userId, album.id))) throw new AppError('not_found');
  const hits = await takeHits(context, [
    { key: `album-invite:${userId}`, max: MOST_A_DAY, perMinutes: 24 * 60 },
    { key: `album-invite-to:${wish.email}`, max: MOST_TO_ONE_A_DAY, perMinutes: 24 * 60 },
  ]);
  const { invite, isSent } = await inTransaction(context, (tx) => send(tx, userId, wish));
  if (!isSent) await hits.giveBack();
  return toWireAlbumInvite(invite);
}

async function send(
  { db, clock, queue }: Tx,
  userId: number,
  { albumId, albumUuid, email }: AlbumInviteWish,
): Promise<{ invite: AlbumInviteRow; isSent: boolean }> {
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
