import type { Insertable, Selectable } from 'kysely';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import { plainName } from '#contract/rules/accounts.ts';
import type { Tx } from '#server/context.ts';
import { firstNamesOf } from '#server/modules/accounts/find-people.ts';
import { isAddressOf } from '#server/modules/accounts/mailboxes.ts';
import { findAlbumFacts, publicAlbums } from '#server/modules/catalogue/browse-albums.ts';
import { findAlbumByInvite, holdsAlbum } from '#server/modules/found-albums/find-album.ts';
import {
  endPublicAction,
  makePublicAction,
  openPublicAction,
} from '#server/modules/notifications/public-actions.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { AlbumInvites } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { MAX_INVITES_LISTED, maySendAgain } from './invites.ts';
import { sendAlbumInvite } from './send-invites.ts';

export type AlbumInviteRow = Selectable<AlbumInvites>;

/** Lists only the invitations that the actor sent. */
export async function listInvitesToAlbum(
  { db }: Pick<Tx, 'db'>,
  { userId }: Actor,
  albumId: number,
): Promise<AlbumInviteRow[]> {
  if (!(await holdsAlbum(db, userId, albumId))) throw new AppError('not_found');
  return selectInvites(db, { albumId, userId }).orderBy('id').limit(MAX_INVITES_LISTED).execute();
}

/** Closes the link; people who already joined by it keep the album. */
export async function revokeAlbumInvite(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { userId }: Actor,
  inviteId: number,
): Promise<void> {
  const now = clock.now();
  // Revoking twice keeps the first time.
  const revoked = await db
    .updateTable('albumInvites')
    .set((eb) => ({ revokedAt: eb.fn.coalesce('revokedAt', eb.val(now.toISOString())) }))
    .where('id', '=', inviteId)
    .where('invitedBy', '=', userId)
    .returning('publicActionUuid')
    .executeTakeFirst();
  if (!revoked) throw new AppError('not_found');
  await endPublicAction(db, revoked.publicActionUuid, now);
}

/** Mail scanners open links too, so this is generous; it stops a link that was posted publicly. */
const MAX_OPENINGS = 100;

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
  // Two identical concurrent invitations become one.
  await advisoryLock(db, `album-invites:${userId}`);
  const known = await selectInvites(db, { albumId, userId })
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (known && (known.joinedAt !== null || !maySendAgain(known, now)))
    return { invite: known, isSent: false };
  const link = () =>
    makePublicAction(db, {
      route: `/view-album/${albumUuid}`,
      matchType: 'exact',
      maxAccesses: MAX_OPENINGS,
      userId,
    });
  const invite = known
    ? await reopenInvite(db, known.id, {
        lastSentAt: now,
        publicActionUuid: known.revokedAt === null ? known.publicActionUuid : await link(),
      })
    : await insertInvite(db, {
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

function selectInvites(db: Db, { albumId, userId }: { albumId: number; userId: number }) {
  return db
    .selectFrom('albumInvites')
    .selectAll()
    .where('albumId', '=', albumId)
    .where('invitedBy', '=', userId);
}

function insertInvite(db: Db, invite: Insertable<AlbumInvites>): Promise<AlbumInviteRow> {
  return db.insertInto('albumInvites').values(invite).returningAll().executeTakeFirstOrThrow();
}

function reopenInvite(
  db: Db,
  inviteId: number,
  sent: { lastSentAt: Date; publicActionUuid: string },
): Promise<AlbumInviteRow> {
  return db
    .updateTable('albumInvites')
    .set((eb) => ({ ...sent, timesSent: eb('timesSent', '+', 1), revokedAt: null }))
    .where('id', '=', inviteId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function selectByLink(db: Db, link: string) {
  return db.selectFrom('albumInvites').selectAll().where('publicActionUuid', '=', link);
}

/** Anyone who opens the link gets the album with their own views; the first of them counts as the invited person. */
export async function openAlbumInvite(
  tx: Parameters<typeof findAlbumByInvite>[0],
  { userId }: Actor,
  link: string,
): Promise<UserFoundAlbum> {
  const { db, clock } = tx;
  const invite = await selectByLink(db, link).forUpdate().executeTakeFirst();
  const album = invite && (await findAlbumFacts(db, invite.albumId));
  if (!album || invite.revokedAt !== null) throw new AppError('not_found');
  const isNew = userId !== invite.invitedBy && userId !== invite.joinedBy;
  if (isNew) {
    await openPublicAction(tx, { action: link, clientRoute: `/view-album/${album.uuid}` });
    await db
      .updateTable('albumInvites')
      .set({ joinedBy: userId, joinedAt: clock.now() })
      .where('id', '=', invite.id)
      .where('joinedAt', 'is', null)
      .execute();
  }
  return findAlbumByInvite(tx, { userId, albumId: album.id, invitedBy: invite.invitedBy });
}

export async function visitAlbumInvite(
  { db }: Pick<Tx, 'db'>,
  link: string,
): Promise<ResponseOf<typeof arrivingEndpoints.visitAlbumInvite>> {
  const invite = await selectByLink(db, link).executeTakeFirst();
  const album = invite && (await findAlbumFacts(db, invite.albumId));
  if (!invite || !album?.isPublished || invite.revokedAt !== null) throw new AppError('not_found');
  const names = await firstNamesOf(db, [invite.invitedBy]);
  return {
    inviter_first_name: plainName(names.get(invite.invitedBy) ?? '') ?? null,
    album_uuid: album.uuid,
  };
}

/** An album that exists but was not shared is answered exactly like one that does not exist. */
export async function visitAlbum(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  albumId: number,
): Promise<ResponseOf<typeof arrivingEndpoints.visitAlbum>> {
  const invite = await tx.db
    .selectFrom('albumInvites')
    .select('id')
    .where('albumId', '=', albumId)
    .where('revokedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  const [found] = invite ? await publicAlbums(tx, [albumId]) : [];
  if (!found) throw new AppError('not_found');
  const { uuid: _uuid, identifier: _identifier, cover: _cover, cover_auth: _auth, ...album } = found.album;
  return { ...album, events: [found.event] };
}
