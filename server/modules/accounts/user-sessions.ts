import type { UserSession } from '#contract/endpoints/user-administration.ts';
import type { Context, Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findUserById } from './accounts.queries.ts';
import { endAllSessions } from './sessions.ts';
import { mayEdit } from './update-user.ts';
import { listLiveSessions } from './user-administration.queries.ts';
import { toWireSession } from './user-administration.wire.ts';

export async function listUserSessions(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
): Promise<UserSession[]> {
  const sessions = await listLiveSessions(db, userId, clock.now());
  return sessions.map((session) => toWireSession(session, actor.sessionId));
}

/** For a lost phone, or an account in the wrong hands; answers with how many sessions that were. */
export async function logUserOut(
  world: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
): Promise<number> {
  const user = await findUserById(world.db, userId);
  if (!user) throw new AppError('not_found');
  if (!mayEdit(actor, user)) throw new AppError('forbidden');
  const sessions = await listLiveSessions(world.db, userId, world.clock.now());
  await endAllSessions(world, userId);
  await recordAudit(world.db, {
    actorId: actor.userId,
    action: 'user.log-out-everywhere',
    subject: `user:${userId}`,
    before: { sessions: sessions.length },
    after: { sessions: 0 },
  });
  return sessions.length;
}
