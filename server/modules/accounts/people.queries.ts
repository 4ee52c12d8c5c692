import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';

export function namesToJoin(db: Db) {
  return db.selectFrom('users').select(['id', 'name']);
}

/** A deleted account keeps its place in lists of sales, but has no address. */
export function listNames(db: Db, userIds: number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'firstName'])
    .select(
      sql<string>`case when deleted_at is null then coalesce(claimed_email, email)::text else '' end`.as(
        'email',
      ),
    )
    .where('id', '=', anyOf(userIds))
    .execute();
}
