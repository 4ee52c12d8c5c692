import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { SESSION_DAYS } from '#server/platform/jwt.ts';
import { closeLinkTokens } from './accounts.queries.ts';
import { isAddressProven } from './address-proven.ts';
import { rememberDevice } from './known-devices.ts';
import {
  findLiveSession,
  insertSession,
  markAllSessionsEnded,
  markSessionEnded,
  markSessionSeen,
  shortenSessions,
} from './sessions.queries.ts';

/** The last use is stored at most this often, so that most calls write nothing. */
const SEEN_EVERY_MS = 5 * 60_000;

const STAFF_SESSION_MINUTES = 12 * 60;

export type Visitor = { ip: string; userAgent: string; device?: string | undefined };

export async function startSession(
  { db, clock, jwt }: Pick<Tx, 'db' | 'clock' | 'jwt'>,
  userId: number,
  { ip, userAgent, device }: Visitor,
): Promise<string> {
  const id = randomUUID();
  const createdAt = clock.now();
  const isStarted = await insertSession(db, {
    id,
    userId,
    createdAt,
    expiresAt: minutesFrom(createdAt, SESSION_DAYS * 24 * 60),
    staffExpiresAt: minutesFrom(createdAt, STAFF_SESSION_MINUTES),
    ip: ip.slice(0, 45),
    userAgent: userAgent.slice(0, 300),
    device: device ?? null,
  });
  if (!isStarted) throw new AppError('account_suspended');
  if (device !== undefined) await rememberDevice({ db, clock }, userId, device);
  return jwt.sign({ sub: String(userId), sid: id });
}

/** A valid token is not enough: its session must not have ended by logout or a password change. */
export async function authenticate(
  { db, clock, jwt, config }: Pick<Tx, 'db' | 'clock' | 'jwt' | 'config'>,
  token: string,
): Promise<Actor> {
  const claims = jwt.verify(token);
  const [sessionId, userId, now] = [claims.sid, Number(claims.sub), clock.now()];
  const session = await findLiveSession(db, { id: sessionId, userId, now });
  if (!session) throw new AppError('token_invalid');
  if (now.getTime() - Date.parse(session.lastSeenAt) > SEEN_EVERY_MS) {
    await markSessionSeen(db, sessionId, now);
  }
  return {
    sessionId,
    userId,
    role: session.role,
    isProven: isAddressProven(config, session),
    needsSecondFactor: needsSecondFactor(config, session),
  };
}

/** Staff must have a second factor where mail, text messages or cards are real. */
export function needsSecondFactor(
  config: Pick<Config, 'secondFactor'>,
  { role, secondFactorAt }: { role: string; secondFactorAt: string | null },
): boolean {
  return config.secondFactor.isRequired && role !== 'authenticated' && secondFactorAt === null;
}

/** Sessions that are open when someone becomes staff end as early as those of staff. */
export async function capStaffSessions(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  userId: number,
): Promise<void> {
  await shortenSessions(db, userId, minutesFrom(clock.now(), STAFF_SESSION_MINUTES));
}

export async function logOut(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { everywhere = false }: { everywhere?: boolean | undefined },
): Promise<void> {
  if (!everywhere) return markSessionEnded(db, actor.sessionId, clock.now());
  await markAllSessionsEnded(db, actor.userId, clock.now());
  // A lost phone also holds the mails with links that log in.
  await closeLinkTokens(db, actor.userId, clock.now());
}
