import { type Kysely, sql } from 'kysely';

/** Charts by team, and of who found albums, read these columns from the index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index ledger_lines_of_albums on ledger_lines (mode, occurred_at)
      include (album_id, kind, amount_cents)`.execute(db);
  await sql`
    create index user_found_albums_by_time on user_found_albums (created_at) include (user_id)`.execute(db);
}
