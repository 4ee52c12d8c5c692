import type { Role } from '#contract/rules/permissions.ts';
import type { Db } from '#server/platform/database.ts';

const MOST_SESSIONS = 100;

export async function insertSession(
  db: Db,
  session: { id: string; userId: number; expiresAt: Date; ip: string; userAgent: string },
): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export async function findLiveSession(
  db: Db,
  { id, userId, now }: { id: string; userId: number; now: Date },
) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.role', 'sessions.lastSeenAt'])
    .where('sessions.id', '=', id)
    .where('sessions.userId', '=', userId)
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', now.toISOString())
    .executeTakeFirst();
  return row && { ...row, role: row.role as Role };
}

export async function markSessionSeen(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ lastSeenAt: now }).where('id', '=', id).execute();
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

export type SessionRow = Awaited<ReturnType<typeof listLiveSessions>>[number];

export function listLiveSessions(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'ip', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .orderBy('lastSeenAt', 'desc')
    .limit(MOST_SESSIONS)
    .execute();
}
