import { sql } from 'kysely';
import type { Database, Db } from '#server/platform/database.ts';

const ALBUMS_PER_STATEMENT = 5_000;

/** Triggers and checks of references are off while rows are written by the million. */
export async function fillWithoutTriggers(
  database: Database,
  fill: (db: Db) => Promise<void>,
): Promise<void> {
  await database.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`set local session_replication_role = replica`.execute(db);
    await fill(db);
  });
}

/** Gives every album the same number of photos, by two or three of twelve photographers. */
export async function fillPhotos(database: Database, { perAlbum }: { perAlbum: number }): Promise<void> {
  const { rows } = await sql<{ last: number }>`select max(id) as last from albums`.execute(database);
  const last = rows[0]?.last ?? 0;
  // Building an index once is much faster than adding to it five million times.
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'images' and indexdef not like '%UNIQUE%'`.execute(database);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(database);
  await sql`alter table images drop constraint images_event_id_content_hash_key`.execute(database);
  for (let first = 1; first <= last; first += ALBUMS_PER_STATEMENT) {
    await fillWithoutTriggers(database, async (db) => {
      await sql`
        insert into images (event_id, album_id, content_hash, crc32, size_bytes, file_name, state, photographer,
          width, height, captured_at, created_at, processed_at)
        select albums.event_id, albums.id, sha256(int8send(albums.id::bigint * 1000 + n)), 1, 1, 'a.jpg', 'ready',
          'Photographer ' || (albums.id + n % (2 + albums.id % 2)) % 12, 1600, 1067, albums.created_at,
          albums.created_at, albums.created_at
        from albums, generate_series(1, ${perAlbum}::int) n
        where albums.id between ${first} and ${first + ALBUMS_PER_STATEMENT - 1}`.execute(db);
    });
  }
  await fillWithoutTriggers(database, async (db) => {
    for (const { definition } of indexes) await sql.raw(definition).execute(db);
    await sql`alter table images add unique (event_id, content_hash)`.execute(db);
    await sql`
      insert into frame_counts (event_id, album_id, photographer, frames, shown, first_at, last_at)
      select event_id, album_id, photographer, count(*), count(*), min(created_at), max(created_at)
      from images group by 1, 2, 3`.execute(db);
  });
}
