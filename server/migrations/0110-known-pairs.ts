import { type Kysely, sql } from 'kysely';

/** Reads all albums, which takes long, so it is not done together with the triggers, whose creation holds albums back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into album_pairs (pair)
    select distinct unnest(character_pairs(search)) from (select distinct search from albums) texts`.execute(
    db,
  );
}
