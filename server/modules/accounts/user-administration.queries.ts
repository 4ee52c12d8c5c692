import { sql } from 'kysely';
import type { UserSummary } from '#contract/entities/user.ts';
import type { ListSort } from '#contract/lists/list.ts';
import { userList } from '#contract/lists/users.ts';
import { searchText } from '#contract/rules/keyword-filter.ts';
import { ROLES, type Role } from '#contract/rules/permissions.ts';
import type { Db } from '#server/platform/database/database.ts';
import { hasKeywords } from '#server/platform/lists/keywords.ts';
import { sortPart, sqlList } from '#server/platform/lists/list-source.ts';
import { USER_COLUMNS, type UserRow } from './accounts.queries.ts';

const MAX_NOTES = 500;

export type NoteRow = NonNullable<Awaited<ReturnType<typeof findNote>>>;

export function listNotes(db: Db, userId: number) {
  return db
    .selectFrom('userNotes')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_NOTES)
    .execute();
}

export function findNote(db: Db, noteId: number) {
  return db.selectFrom('userNotes').selectAll().where('id', '=', noteId).forUpdate().executeTakeFirst();
}

export type StaffRow = Awaited<ReturnType<typeof listStaff>>[number];

const MAX_LISTED = 500;

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
    .limit(MAX_LISTED)
    .execute();
}

export const NAME_AND_EMAIL = sql<string>`search_text(name || ' ' || users.email::text)`;
/** A duplicate is nobody's account until its address is verified. */
export const IS_LISTED = sql<boolean>`deleted_at is null and claimed_email is null`;

type UserSearch = {
  name?: string | undefined;
  email?: string | undefined;
  sort: ListSort<typeof userList>;
  start: number;
  limit: number;
};

const SORT_COLUMNS = {
  created_at: 'createdAt',
  name: 'name',
  email: 'users.email',
  type: 'role',
} as const;

export function searchUsers(db: Db, { name, email, sort, start, limit }: UserSearch) {
  let users = db.selectFrom('users').select(USER_COLUMNS).where(IS_LISTED);
  if (name) users = users.where(hasKeywords(sql`search_text(name)`, [name]));
  if (email) users = users.where(hasKeywords(sql`search_text(users.email::text)`, [email]));
  return users
    .orderBy(SORT_COLUMNS[sort.key], sort.direction)
    .orderBy('id', sort.direction)
    .offset(start)
    .limit(limit)
    .execute();
}

const SUMMARY_COLUMNS = sql`id, email, first_name, last_name, name, phone_number, role, suspended_at, created_at`;

export type UserSummaryRow = Pick<
  UserRow,
  'id' | 'email' | 'firstName' | 'lastName' | 'name' | 'phoneNumber' | 'role' | 'suspendedAt' | 'createdAt'
>;

export function userListSource(toRow: (user: UserSummaryRow) => UserSummary) {
  return sqlList<typeof userList, UserSummaryRow>(userList, {
    from: sql`users`,
    select: SUMMARY_COLUMNS,
    id: sortPart('id', 'bigint'),
    sorts: {
      created_at: [sortPart('created_at', 'timestamptz')],
      name: [sortPart('name', 'text')],
      email: [sortPart('email', 'citext')],
      type: [sortPart('role', 'text')],
    },
    where: ({ q, type }) => [
      IS_LISTED,
      ...(q ? [hasKeywords(NAME_AND_EMAIL, [q])] : []),
      ...(type ? [sql<boolean>`role = ${type}`] : []),
    ],
    toRows: (users) => users.map(toRow),
  });
}

/** Ranks a match higher the earlier the text occurs in name and email. */
export function searchCustomers(db: Db, { text, limit }: { text: string; limit: number }) {
  return db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('role', '=', 'authenticated')
    .where(IS_LISTED)
    .where(hasKeywords(NAME_AND_EMAIL, [text]))
    .orderBy(sql`strpos(${NAME_AND_EMAIL}, ${searchText(text)})`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countUsers(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(IS_LISTED)
    .executeTakeFirstOrThrow();
  return total;
}
