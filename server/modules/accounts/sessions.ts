import { randomUUID } from 'node:crypto';
import type { Role } from '#contract/rules/permissions.ts';
import type { Clock } from '#server/platform/clock.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type JwtKeys, SESSION_DAYS } from '#server/platform/jwt.ts';

/** Written now and then only, or every call would be a write. */
const SEEN_EVERY_MS = 5 * 60_000;

export type Visitor = { ip: string; userAgent: string };
type World = { db: Db; clock: Clock; jwt: JwtKeys };

export async function startSession(
  { db, clock, jwt }: World,
  userId: number,
  visitor: Visitor,
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('sessions')
    .values({
      id,
      userId,
      expiresAt: minutesFrom(clock.now(), SESSION_DAYS * 24 * 60),
      ip: visitor.ip.slice(0, 45),
      userAgent: visitor.userAgent.slice(0, 300),
    })
    .execute();
  return jwt.sign({ sub: String(userId), sid: id });
}

/** A token is worth what its session is worth: one ended by logout or a password change opens nothing. */
export async function authenticate({ db, clock, jwt }: World, token: string): Promise<Actor> {
  const claims = jwt.verify(token);
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id as sessionId', 'users.id as userId', 'users.role', 'sessions.lastSeenAt'])
    .where('sessions.id', '=', claims.sid)
    .where('sessions.userId', '=', Number(claims.sub))
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', clock.now().toISOString())
    .executeTakeFirst();
  if (!session) throw new AppError('token_invalid');
  const { lastSeenAt, sessionId, userId, role } = session;
  const now = clock.now();
  if (now.getTime() - Date.parse(lastSeenAt) > SEEN_EVERY_MS) {
    await db.updateTable('sessions').set({ lastSeenAt: now }).where('id', '=', sessionId).execute();
  }
  return { sessionId, userId, role: role as Role };
}

export async function endSession(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  sessionId: string,
): Promise<void> {
  await db.updateTable('sessions').set({ endedAt: clock.now() }).where('id', '=', sessionId).execute();
}

export async function endAllSessions(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  userId: number,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ endedAt: clock.now() })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute();
}
