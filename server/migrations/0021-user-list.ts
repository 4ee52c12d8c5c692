import { type Kysely, sql } from 'kysely';

/** The list of users is read in pages, in each of these orders and both ways; by e-mail there is an index already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index users_by_age on users (created_at, id)`.execute(db);
  await sql`create index users_by_name on users (name, id)`.execute(db);
  await sql`create index users_by_role on users (role, id)`.execute(db);
}
