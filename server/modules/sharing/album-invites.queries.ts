import type { Insertable } from 'kysely';
import type { AlbumInvites } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';

const MAX_LISTED = 200;

export type AlbumInviteRow = Awaited<ReturnType<typeof listAlbumInvites>>[number];

export function listAlbumInvites(db: Db, albumId: number, invitedBy: number) {
  return db
    .selectFrom('albumInvites')
    .selectAll()
    .where('albumId', '=', albumId)
    .where('invitedBy', '=', invitedBy)
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute();
}

export function findAlbumInvite(db: Db, inviteId: number) {
  return db.selectFrom('albumInvites').selectAll().where('id', '=', inviteId).executeTakeFirst();
}

/** Asked at every log-in; most people are invited to nothing. */
export const listOpenInvitesTo = prepareStatement((db, { email }: { email: string }) =>
  db
    .selectFrom('albumInvites')
    .select(['albumId', 'invitedBy'])
    .where('email', '=', email)
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED),
);

export async function isAlbumShared(db: Db, albumId: number): Promise<boolean> {
  const invite = await db
    .selectFrom('albumInvites')
    .select('id')
    .where('albumId', '=', albumId)
    .where('revokedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return invite !== undefined;
}

export function insertAlbumInvite(db: Db, invite: Insertable<AlbumInvites>) {
  return db.insertInto('albumInvites').values(invite).returningAll().executeTakeFirstOrThrow();
}

export function lockAlbumInvite(
  db: Db,
  { albumId, invitedBy, email }: { albumId: number; invitedBy: number; email: string },
) {
  return db
    .selectFrom('albumInvites')
    .selectAll()
    .where('albumId', '=', albumId)
    .where('invitedBy', '=', invitedBy)
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
}

export function selectByLink(db: Db, publicActionUuid: string) {
  return db.selectFrom('albumInvites').selectAll().where('publicActionUuid', '=', publicActionUuid);
}

/** Reopens a revoked invitation. */
export function markAlbumInviteSentAgain(
  db: Db,
  inviteId: number,
  sent: { now: Date; publicActionUuid: string },
) {
  return db
    .updateTable('albumInvites')
    .set((eb) => ({
      timesSent: eb('timesSent', '+', 1),
      lastSentAt: sent.now,
      publicActionUuid: sent.publicActionUuid,
      revokedAt: null,
    }))
    .where('id', '=', inviteId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function markJoined(
  db: Db,
  inviteId: number,
  joined: { userId: number; now: Date },
): Promise<void> {
  await db
    .updateTable('albumInvites')
    .set({ joinedBy: joined.userId, joinedAt: joined.now })
    .where('id', '=', inviteId)
    .where('joinedAt', 'is', null)
    .execute();
}

/** Returns undefined if the invitation is not theirs; revoking twice keeps the first time. */
export function markAlbumInviteRevoked(db: Db, inviteId: number, invitedBy: number, now: Date) {
  return db
    .updateTable('albumInvites')
    .set((eb) => ({ revokedAt: eb.fn.coalesce('revokedAt', eb.val(now.toISOString())) }))
    .where('id', '=', inviteId)
    .where('invitedBy', '=', invitedBy)
    .returning('publicActionUuid')
    .executeTakeFirst();
}
