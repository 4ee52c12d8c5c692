import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

export type MatchType = 'exact' | 'prefix';

export type ActionRow = NonNullable<Awaited<ReturnType<typeof findAction>>>;

export type NewAction = {
  actionRoute: string;
  actionRouteMatchType: MatchType;
  maxNumberOfTimesAccessed: number | null;
  userId: number | null;
};

export async function insertAction(db: Db, action: NewAction): Promise<string> {
  const { publicActionUuid } = await db
    .insertInto('publicActionRoutes')
    .values(action)
    .returning('publicActionUuid')
    .executeTakeFirstOrThrow();
  return publicActionUuid;
}

export function findAction(db: Db, action: string) {
  return db
    .selectFrom('publicActionRoutes')
    .selectAll()
    .where('publicActionUuid', '=', action)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
}

/** Checks and counts in one statement, so that simultaneous openings cannot exceed the maximum. */
export function countAccess(db: Db, action: string, now: Date) {
  return db
    .updateTable('publicActionRoutes')
    .set((eb) => ({ numberOfTimesAccessed: eb('numberOfTimesAccessed', '+', 1), updatedAt: now }))
    .where('publicActionUuid', '=', action)
    .where('endedAt', 'is', null)
    .where(sql<boolean>`number_of_times_accessed < coalesce(max_number_of_times_accessed, 2147483647)`)
    .returningAll()
    .executeTakeFirst();
}

export async function markEnded(db: Db, action: string, now: Date): Promise<void> {
  await db
    .updateTable('publicActionRoutes')
    .set({ endedAt: now, updatedAt: now })
    .where('publicActionUuid', '=', action)
    .where('endedAt', 'is', null)
    .execute();
}
