import { type Kysely, sql } from 'kysely';

/** What the running order said before the day ran late; empty where nothing was shifted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table albums add column announced_at timestamptz`.execute(db);
}
