import { sql } from 'kysely';
import { ROLES, type Role } from '#contract/rules/permissions.ts';
import type { Db } from '#server/platform/database.ts';

export type StaffRow = Awaited<ReturnType<typeof listStaff>>[number];

const MOST_LISTED = 500;

export function listStaff(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('sessions', 'sessions.userId', 'users.id')
    .select(['users.id', 'users.name', 'users.email'])
    .select(sql<Role>`users.role`.as('role'))
    .select((eb) => eb.fn.max('sessions.lastSeenAt').as('lastSeenAt'))
    .where('users.role', '!=', 'authenticated')
    .groupBy('users.id')
    .orderBy(sql`array_position(${[...ROLES]}::text[], users.role::text)`)
    .orderBy('users.name')
    .limit(MOST_LISTED)
    .execute();
}
