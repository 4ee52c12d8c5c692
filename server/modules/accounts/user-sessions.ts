import type { UserSession } from '#contract/endpoints/user-administration.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { closeLinkTokens } from './accounts.queries.ts';
import { actFor, readOf } from './customer-access.ts';
import { listLiveSessions, markAllSessionsEnded } from './sessions.queries.ts';
import { toWireSession } from './user-administration.wire.ts';

export async function listUserSessions(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
): Promise<UserSession[]> {
  await readOf({ db }, actor, { userId, part: 'sessions' });
  const sessions = await listLiveSessions(db, userId, clock.now());
  return sessions.map((session) => toWireSession(session, actor.sessionId));
}

/** Ends every session of a user, e.g. after a lost phone, and returns how many there were. */
export async function logUserOut(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
): Promise<number> {
  await actFor({ db }, actor, userId);
  const sessions = await listLiveSessions(db, userId, clock.now());
  await markAllSessionsEnded(db, userId, clock.now());
  await closeLinkTokens(db, userId, clock.now());
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'user.log-out-everywhere',
    subject: `user:${userId}`,
    before: { sessions: sessions.length },
    after: { sessions: 0 },
  });
  return sessions.length;
}
