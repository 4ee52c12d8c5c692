import { sql } from 'kysely';
import type { Role } from '#contract/rules/permissions.ts';
import type { Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';

const MAX_SESSIONS = 100;

type NewSession = {
  id: string;
  userId: number;
  createdAt: Date;
  expiresAt: Date;
  ip: string;
  userAgent: string;
  device: string | null;
};

/**
 * Returns false if the account is suspended or gone. The statement reads the role itself, so that a role that changes
 * meanwhile cannot give staff a long session.
 */
export async function insertSession(
  db: Db,
  session: NewSession & { staffExpiresAt: Date },
): Promise<boolean> {
  const { id, userId, createdAt, expiresAt, staffExpiresAt, ip, userAgent, device } = session;
  const added = await db
    .insertInto('sessions')
    .columns(['id', 'userId', 'createdAt', 'lastSeenAt', 'expiresAt', 'ip', 'userAgent', 'device'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          sql<string>`${id}::uuid`.as('id'),
          'users.id as userId',
          sql<string>`${createdAt}::timestamptz`.as('createdAt'),
          sql<string>`${createdAt}::timestamptz`.as('lastSeenAt'),
          sql<string>`case when role = 'authenticated' then ${expiresAt}::timestamptz
            else ${staffExpiresAt}::timestamptz end`.as('expiresAt'),
          sql<string>`${ip}::text`.as('ip'),
          sql<string>`${userAgent}::text`.as('userAgent'),
          sql<string | null>`${device}::text`.as('device'),
        ])
        .where('users.id', '=', userId)
        .where('users.suspendedAt', 'is', null),
    )
    .returning('id')
    .execute();
  return added.length > 0;
}

/** For someone who becomes staff. */
export async function shortenSessions(db: Db, userId: number, until: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expiresAt: until })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', until.toISOString())
    .execute();
}

const listLiveSession = prepareStatement(
  (db, { id, userId, now }: { id: string; userId: number; now: string }) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .select(['users.role', 'users.emailVerifiedAt', 'users.secondFactorAt', 'sessions.lastSeenAt'])
      .where('sessions.id', '=', id)
      .where('sessions.userId', '=', userId)
      .where('sessions.endedAt', 'is', null)
      // A session may start in the moment of the suspension that ends the others.
      .where('users.suspendedAt', 'is', null)
      .where('sessions.expiresAt', '>', now),
);

export async function findLiveSession(
  db: Db,
  { id, userId, now }: { id: string; userId: number; now: Date },
) {
  const [row] = await listLiveSession(db, { id, userId, now: now.toISOString() });
  return row && { ...row, role: row.role as Role };
}

/** The newest log-ins, ended or not, as far as they are kept. */
export function listLogIns(db: Db, userId: number) {
  return db
    .selectFrom('sessions')
    .select(['createdAt', 'lastSeenAt', 'ip', 'userAgent'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(MAX_SESSIONS)
    .execute();
}

export async function markSessionSeen(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ lastSeenAt: now }).where('id', '=', id).execute();
}

/** Lets the session add second factors until then. */
export async function letSessionEnroll(db: Db, id: string, until: Date): Promise<void> {
  await db.updateTable('sessions').set({ enrollUntil: until }).where('id', '=', id).execute();
}

export async function maySessionEnroll(db: Db, id: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('enrollUntil', '>', now.toISOString())
    .executeTakeFirst();
  return found !== undefined;
}

export async function markSessionEnded(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ endedAt: now }).where('id', '=', id).execute();
}

export async function markAllSessionsEnded(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute();
}

export async function markOtherSessionsEnded(
  db: Db,
  { userId, sessionId }: { userId: number; sessionId: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('userId', '=', userId)
    .where('id', '<>', sessionId)
    .where('endedAt', 'is', null)
    .execute();
}

const listOldestSession = prepareStatement((db, { userId, now }: { userId: number; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.role', 'users.secondFactorAt', 'users.emailVerifiedAt', 'sessions.createdAt'])
    .where('sessions.userId', '=', userId)
    .where('sessions.endedAt', 'is', null)
    .where('users.suspendedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .orderBy('sessions.createdAt')
    .limit(1),
);

/** Returns undefined if the account is gone, suspended or logged in nowhere. */
export async function findOldestSession(db: Db, userId: number, now: Date) {
  const [row] = await listOldestSession(db, { userId, now: now.toISOString() });
  return row && { ...row, role: row.role as Role };
}

export type SessionRow = Awaited<ReturnType<typeof listLiveSessions>>[number];

export function listLiveSessions(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'ip', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .orderBy('lastSeenAt', 'desc')
    .limit(MAX_SESSIONS)
    .execute();
}
