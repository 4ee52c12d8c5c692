import { sql } from 'kysely';
import type { z } from 'zod';
import type {
  BulkUserAction,
  suspension,
  UserNote,
  UserSession,
} from '#contract/endpoints/user-administration.ts';
import type { BulkAnswer } from '#contract/lists/list.ts';
import type { SuspensionReason } from '#contract/rules/accounts.ts';
import { can, isStaff, type Role } from '#contract/rules/permissions.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { checkVersion } from '#server/platform/audit/versions.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { actOnEach } from '#server/platform/lists/act-on-each.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { consumeRateLimits } from '#server/platform/security/rate-limit.ts';
import {
  closeLinkTokens,
  listLiveSessions,
  lockUser,
  markAllSessionsEnded,
  USER_COLUMNS,
  type UserRow,
} from './accounts.queries.ts';
import { actFor, auditUser, readOf, refuseSelf } from './customer-access.ts';
import { isPlaceholderAddress, listPeople } from './find-people.ts';
import { sendLink } from './links.ts';
import { mailboxKeyOf } from './mailboxes.ts';
import { capStaffSessions } from './sessions.ts';
import { toWireNote, toWireSession } from './user.wire.ts';
import { findNote, listNotes, type NoteRow } from './user-administration.queries.ts';

type UserTx = Pick<Tx, 'db' | 'clock'>;

const MAIL_LIMIT = { max: 3, minutes: 15 };

/** Handles each user in their own transaction. */
export function actOnUsers(
  context: Context,
  actor: Actor,
  { ids, action }: { ids: readonly number[]; action: BulkUserAction },
): Promise<BulkAnswer<number>> {
  const act = action === 'log_out' ? logOut : sendPasswordLink;
  return actOnEach(ids, (id) => act(context, actor, id));
}

async function logOut(context: Context, actor: Actor, userId: number): Promise<void> {
  await inTransaction(context, (tx) => logUserOut(tx, actor, userId));
}

async function sendPasswordLink(context: Context, actor: Actor, userId: number): Promise<void> {
  const user = await actFor(context, actor, userId);
  if (isPlaceholderAddress(user.email)) {
    throw new AppError('conflict', {
      message: 'This account has no email address. Its owner logs in by text message.',
    });
  }
  await consumeRateLimits(context, [
    { key: `link:${await mailboxKeyOf(context.db, user.email)}`, ...MAIL_LIMIT },
  ]);
  await inTransaction(context, async (tx) => {
    await tx.queue.enqueue(tx.db, sendLink, { email: user.email, purpose: 'password_reset' });
    await auditUser(tx.db, actor.userId, {
      action: 'user.send-password-link',
      userId,
      after: { to: user.email },
    });
  });
}

/** Locks all supers first, so that two of them cannot demote each other and leave none. */
export async function changeRole(
  tx: UserTx,
  actor: Actor,
  { userId, role, version }: { userId: number; role: Role; version?: number | undefined },
): Promise<UserRow> {
  const { db } = tx;
  const supers = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'super')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (!supers.some(({ id }) => id === actor.userId)) throw new AppError('forbidden');
  const before = await lockOther(db, actor, userId);
  await checkVersion(db, { subject: `user:${userId}`, version, edit: { role } });
  if (before.role === role) return before;
  await db.updateTable('users').set({ role, updatedAt: sql`now()` }).where('id', '=', userId).execute();
  if (isStaff(role)) await capStaffSessions(tx, userId);
  await auditUser(db, actor.userId, {
    action: 'user.change-role',
    userId,
    before: { role: before.role },
    after: { role },
  });
  return { ...before, role };
}

/** Ends every session and mailed link at once. Nothing is deleted, so it can be undone. */
export async function suspendUser(
  { db, clock }: UserTx,
  actor: Actor,
  { userId, version, ...why }: { userId: number } & z.output<typeof suspension>,
): Promise<UserRow> {
  const now = clock.now();
  await actFor({ db }, actor, userId);
  // Links come first, because whoever opens one locks it before the account.
  await closeLinkTokens(db, userId, now);
  const user = await lockUser(db, userId);
  await checkVersion(db, { subject: `user:${userId}`, version, edit: why });
  if (user.suspendedAt !== null) return user;
  const suspended = await setSuspension(db, userId, { at: now, ...why });
  await markAllSessionsEnded(db, userId, now);
  await auditUser(db, actor.userId, {
    action: 'user.suspend',
    userId,
    before: { suspendedAt: null },
    after: { suspendedAt: suspended.suspendedAt, ...why },
  });
  // Open pages of the account reload and are refused.
  await publishLive(db, { to: userId, kind: 'albums' });
  return suspended;
}

export async function unsuspendUser({ db }: Pick<Tx, 'db'>, actor: Actor, userId: number): Promise<UserRow> {
  const user = await lockOther(db, actor, userId);
  if (user.suspendedAt === null) return user;
  const restored = await setSuspension(db, userId, null);
  await auditUser(db, actor.userId, {
    action: 'user.unsuspend',
    userId,
    before: { suspendedAt: user.suspendedAt },
    after: { suspendedAt: null },
  });
  return restored;
}

async function lockOther(db: Tx['db'], actor: Actor, userId: number): Promise<UserRow> {
  await actFor({ db }, actor, userId);
  return lockUser(db, userId);
}

export async function listUserNotes(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  userId: number,
): Promise<UserNote[]> {
  // Staff do not read their colleagues' notes about themselves.
  refuseSelf(actor, [userId]);
  await readOf({ db }, actor, { userId, part: 'notes' });
  const notes = await listNotes(db, userId);
  const people = await listPeople(
    db,
    notes.map((note) => note.authorId),
  );
  return notes.map((note) => toWireNote(note, people, mayDelete(actor, note)));
}

export async function addUserNote(
  { db, clock }: UserTx,
  actor: Actor,
  { userId, text }: { userId: number; text: string },
): Promise<UserNote> {
  await actFor({ db }, actor, userId);
  const note = await db
    .insertInto('userNotes')
    .values({ userId, authorId: actor.userId, text, createdAt: clock.now() })
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditUser(db, actor.userId, { action: 'user.add-note', userId, after: { note: note.id, text } });
  return toWireNote(note, await listPeople(db, [actor.userId]), true);
}

export async function deleteUserNote({ db }: Pick<Tx, 'db'>, actor: Actor, noteId: number): Promise<void> {
  const note = await findNote(db, noteId);
  if (!note) throw new AppError('not_found');
  await actFor({ db }, actor, note.userId);
  if (!mayDelete(actor, note)) throw new AppError('forbidden');
  await db.deleteFrom('userNotes').where('id', '=', noteId).execute();
  await auditUser(db, actor.userId, {
    action: 'user.delete-note',
    userId: note.userId,
    before: { note: noteId, text: note.text },
  });
}

function mayDelete(actor: Actor, note: Pick<NoteRow, 'authorId'>): boolean {
  return note.authorId === actor.userId || can(actor, 'settings');
}

export async function listUserSessions(
  { db, clock }: UserTx,
  actor: Actor,
  userId: number,
): Promise<UserSession[]> {
  await readOf({ db }, actor, { userId, part: 'sessions' });
  const sessions = await listLiveSessions(db, userId, clock.now());
  return sessions.map((session) => toWireSession(session, actor.sessionId));
}

/** Ends every session of a user, e.g. after a lost phone, and returns how many there were. */
export async function logUserOut({ db, clock }: UserTx, actor: Actor, userId: number): Promise<number> {
  await actFor({ db }, actor, userId);
  const sessions = await listLiveSessions(db, userId, clock.now());
  await markAllSessionsEnded(db, userId, clock.now());
  await closeLinkTokens(db, userId, clock.now());
  await auditUser(db, actor.userId, {
    action: 'user.log-out-everywhere',
    userId,
    before: { sessions: sessions.length },
    after: { sessions: 0 },
  });
  return sessions.length;
}

type Suspension = { at: Date; reason: SuspensionReason; note: string };

function setSuspension(db: Db, userId: number, suspension: Suspension | null) {
  const { at = null, reason = null, note = null } = suspension ?? {};
  return db
    .updateTable('users')
    .set({
      suspendedAt: at,
      suspensionReason: reason,
      suspensionNote: note,
      updatedAt: sql`now()`,
    })
    .where('id', '=', userId)
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();
}
