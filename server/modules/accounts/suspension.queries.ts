import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { USER_COLUMNS } from './accounts.queries.ts';

export function lockUser(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function setSuspendedAt(db: Db, userId: number, suspendedAt: Date | null) {
  return db
    .updateTable('users')
    .set({ suspendedAt, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function findSuspension(db: Db, userId: number): Promise<string | null> {
  const user = await db.selectFrom('users').select('suspendedAt').where('id', '=', userId).executeTakeFirst();
  return user?.suspendedAt ?? null;
}
