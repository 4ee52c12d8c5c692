import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Language } from '#contract/i18n.ts';
import { can, isStaff, type Permission, type Role } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { deviceOf } from '#server/platform/http/devices.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { languageOf } from '#server/platform/http/language-of.ts';
import { SESSION_DAYS } from '#server/platform/security/jwt.ts';
import { hashSecret, newLinkToken } from '#server/platform/security/secrets.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { closeLinkTokens, markAllSessionsEnded, type UserRow } from './accounts.queries.ts';
import { isAddressVerified, isSuspended } from './find-people.ts';
import { rememberDevice } from './known-devices.ts';
import { type FactorKind, listFactorKinds } from './second-factor.queries.ts';

/** The last use is stored at most this often, so that most calls write nothing. */
const SEEN_EVERY_MS = 5 * 60_000;

const STAFF_SESSION_MINUTES = 12 * 60;

export type Visitor = {
  ip: string;
  userAgent: string;
  device?: string | undefined;
  /** The language of a new account. */
  language?: Language | undefined;
};

export async function startSession(
  { db, clock, jwt }: Pick<Tx, 'db' | 'clock' | 'jwt'>,
  userId: number,
  { ip, userAgent, device }: Visitor,
  /** The session starts only while this is the password. */
  passwordHash: string | null = null,
): Promise<string> {
  const id = randomUUID();
  const createdAt = clock.now();
  const started = await insertSession(db, {
    id,
    userId,
    createdAt,
    expiresAt: minutesFrom(createdAt, SESSION_DAYS * 24 * 60),
    staffExpiresAt: minutesFrom(createdAt, STAFF_SESSION_MINUTES),
    ip: ip.slice(0, 45),
    userAgent: userAgent.slice(0, 300),
    device: device ?? '',
    passwordHash: passwordHash ?? '',
  });
  if (started.length === 0)
    throw new AppError((await isSuspended(db, userId)) ? 'account_suspended' : 'login_failed');
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
  const [session] = await listLiveSession(db, { id: sessionId, userId, now: now.toISOString() });
  if (!session) throw new AppError('token_invalid');
  if (now.getTime() - Date.parse(session.lastSeenAt) > SEEN_EVERY_MS) {
    await db.updateTable('sessions').set({ lastSeenAt: now }).where('id', '=', sessionId).execute();
  }
  return {
    sessionId,
    userId,
    role: session.role,
    permissions: session.permissions,
    isVerified: isAddressVerified(config, session),
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
  const until = minutesFrom(clock.now(), STAFF_SESSION_MINUTES);
  await db
    .updateTable('sessions')
    .set({ expiresAt: until })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', until.toISOString())
    .execute();
}

/** A subquery of the sessions that have neither ended nor expired. */
export function liveSessions({ db, clock }: Pick<Tx, 'db' | 'clock'>) {
  return db
    .selectFrom('sessions')
    .select('sessions.id')
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', clock.now().toISOString());
}

export async function logOut(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { everywhere = false }: { everywhere?: boolean | undefined },
): Promise<void> {
  const now = clock.now();
  if (!everywhere) {
    await db.updateTable('sessions').set({ endedAt: now }).where('id', '=', actor.sessionId).execute();
    return;
  }
  await markAllSessionsEnded(db, actor.userId, now);
  // A lost phone also holds mails with login links.
  await closeLinkTokens(db, actor.userId, now);
}

const CHALLENGE_MINUTES = 10;

export type LoggedIn = {
  jwt: string;
  user: UserRow;
  /** This log-in was the first verification of the address and ended whatever was made before. */
  isClaim?: boolean;
};
export type Challenged = { challenge: string; expiresAt: Date; kinds: FactorKind[] };

/**
 * Every log-in ends here: with a session, or with a challenge for people who have a second factor. It does not throw
 * the challenge, because that would undo a password reset or a spent link.
 */
export async function startSessionOrChallenge(
  tx: Pick<Tx, 'db' | 'clock' | 'jwt'>,
  user: UserRow,
  visitor: Visitor,
  passwordHash: string | null = null,
): Promise<LoggedIn | Challenged> {
  if (user.secondFactorAt === null)
    return { jwt: await startSession(tx, user.id, visitor, passwordHash), user };
  const challenge = newLinkToken();
  const expiresAt = minutesFrom(tx.clock.now(), CHALLENGE_MINUTES);
  await tx.db
    .insertInto('loginChallenges')
    .values({ userId: user.id, tokenHash: hashSecret(challenge), expiresAt })
    .execute();
  return { challenge, expiresAt, kinds: await listFactorKinds(tx.db, user.id) };
}

/** Call it after the transaction has been committed. */
export function requireSession(result: LoggedIn | Challenged): LoggedIn {
  if ('jwt' in result) return result;
  const { challenge, expiresAt, kinds } = result;
  throw new AppError('second_factor_required', {
    details: { challenge, expires_at: expiresAt.toISOString(), kinds },
  });
}

export type Caller = { isStaff: boolean; canCull: boolean; hasVerifiedAddress: boolean; loggedInSince: Date };

/** The clocks of two servers differ by less than this, so a session may seem to start after a token made in it. */
const CLOCK_SLACK_MS = 60_000;

/** Tokens end with the session they were made in; the next log-in does not make them valid again. */
export function wasLoggedIn({ loggedInSince }: Caller, at: Date): boolean {
  return loggedInSince.getTime() <= at.getTime() + CLOCK_SLACK_MS;
}

/**
 * Returns whether the account has a session now, and since when it has had one without a break. Staff who still have to set up
 * a second factor count as logged out.
 */
export async function findCaller(
  { db, config }: Pick<Tx, 'db' | 'config'>,
  userId: number,
  now: Date,
): Promise<Caller | null> {
  const [session] = await listOldestSession(db, { userId, now: now.toISOString() });
  if (!session || needsSecondFactor(config, session)) return null;
  return {
    isStaff: isStaff(session.role),
    canCull: can(session, 'admin_albums'),
    hasVerifiedAddress: session.emailVerifiedAt !== null,
    loggedInSince: new Date(session.createdAt),
  };
}

export function visitorOf(request: FastifyRequest): Visitor {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    device: deviceOf(request),
    language: languageOf(request),
  };
}

type NewSession = {
  id: string;
  userId: number;
  createdAt: Date;
  expiresAt: Date;
  staffExpiresAt: Date;
  ip: string;
  userAgent: string;
  /** Empty if there is none. */
  device: string;
  passwordHash: string;
};

/**
 * The statement reads the role itself, so that a role that changes meanwhile cannot give staff a long session. Its lock
 * makes it wait for a suspension or a new password, and these for it, so that no session outlives them.
 */
const insertSession = prepareStatement((db, session: NewSession) =>
  db
    .insertInto('sessions')
    .columns(['id', 'userId', 'createdAt', 'lastSeenAt', 'expiresAt', 'ip', 'userAgent', 'device'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          sql<string>`${session.id}::uuid`.as('id'),
          'users.id as userId',
          sql<string>`${session.createdAt}::timestamptz`.as('createdAt'),
          sql<string>`${session.createdAt}::timestamptz`.as('lastSeenAt'),
          sql<string>`case when role = 'authenticated' then ${session.expiresAt}::timestamptz
            else ${session.staffExpiresAt}::timestamptz end`.as('expiresAt'),
          sql<string>`${session.ip}::text`.as('ip'),
          sql<string>`${session.userAgent}::text`.as('userAgent'),
          sql<string | null>`nullif(${session.device}::text, '')`.as('device'),
        ])
        .where('users.id', '=', session.userId)
        .where('users.suspendedAt', 'is', null)
        .where(sql<boolean>`${session.passwordHash}::text in ('', password_hash)`)
        .forShare(),
    )
    .returning('id'),
);

function selectLiveSessions(db: Db, { userId, now }: { userId: number; now: string }) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .innerJoin('roles', 'roles.key', 'users.role')
    .select([sql<Role>`users.role`.as('role'), sql<Permission[]>`roles.permissions`.as('permissions')])
    .select(['users.emailVerifiedAt', 'users.secondFactorAt'])
    .where('sessions.userId', '=', userId)
    .where('sessions.endedAt', 'is', null)
    .where('users.suspendedAt', 'is', null)
    .where('sessions.expiresAt', '>', now);
}

const listLiveSession = prepareStatement(
  (db, { id, userId, now }: { id: string; userId: number; now: string }) =>
    selectLiveSessions(db, { userId, now }).select('sessions.lastSeenAt').where('sessions.id', '=', id),
);

const listOldestSession = prepareStatement((db, { userId, now }: { userId: number; now: string }) =>
  selectLiveSessions(db, { userId, now }).select('sessions.createdAt').orderBy('sessions.createdAt').limit(1),
);

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
] as const;

/** Names a device like "Safari on iPhone", or by its own description if it is unknown. */
export function nameDevice(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [browser, system].filter(Boolean).join(' on ') || userAgent.slice(0, 60) || 'Unknown device';
}
