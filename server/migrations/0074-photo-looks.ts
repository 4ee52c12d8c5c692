import { type Kysely, sql } from 'kysely';

/** What a photo looks like in 64 bits, and how sharp it is, so that culling can suggest which of several to keep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table images
      add column look_hash text check (length(look_hash) = 16),
      add column sharpness real,
      add column look_at timestamptz`.execute(db);
  await sql`create index images_without_look on images (id) where look_at is null and state = 'ready'`.execute(
    db,
  );
}
