import { type Kysely, sql } from 'kysely';

/** Found albums are read by pages, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index user_found_albums_newest on user_found_albums (user_id, created_at desc, id desc)`.execute(
    db,
  );
}
