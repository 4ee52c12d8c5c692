import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { tell } from '#server/platform/live/tell.ts';
import { closeLinkTokens, type UserRow } from './accounts.queries.ts';
import { actFor } from './customer-access.ts';
import { markAllSessionsEnded } from './sessions.queries.ts';
import { lockUser, setSuspendedAt } from './suspension.queries.ts';

/** Ends every session and mailed link at once. Nothing is deleted, so it can be undone. */
export async function suspendUser(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
): Promise<UserRow> {
  const user = await lockOther(db, actor, userId);
  if (user.suspendedAt !== null) return user;
  const now = clock.now();
  const suspended = await setSuspendedAt(db, userId, now);
  await markAllSessionsEnded(db, userId, now);
  await closeLinkTokens(db, userId, now);
  await record(db, actor, 'user.suspend', user, suspended);
  // Open pages of the account read again, and are refused.
  await tell(db, { to: userId, kind: 'albums' });
  return suspended;
}

export async function unsuspendUser({ db }: Pick<Tx, 'db'>, actor: Actor, userId: number): Promise<UserRow> {
  const user = await lockOther(db, actor, userId);
  if (user.suspendedAt === null) return user;
  const restored = await setSuspendedAt(db, userId, null);
  await record(db, actor, 'user.unsuspend', user, restored);
  return restored;
}

async function lockOther(db: Tx['db'], actor: Actor, userId: number): Promise<UserRow> {
  await actFor({ db }, actor, userId);
  const user = await lockUser(db, userId);
  if (!user) throw new AppError('not_found');
  return user;
}

async function record(
  db: Tx['db'],
  actor: Actor,
  action: string,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  await recordAudit(db, {
    actorId: actor.userId,
    action,
    subject: `user:${before.id}`,
    before: { suspendedAt: before.suspendedAt },
    after: { suspendedAt: after.suspendedAt },
  });
}
