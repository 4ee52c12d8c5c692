import { type Kysely, sql } from 'kysely';

/** `view-album.ts` alone counts views and openings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function spend_view_with_room(integer, bigint, integer, timestamptz, text, timestamptz, integer)`.execute(
    db,
  );
}
