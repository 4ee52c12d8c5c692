import { sql } from 'kysely';
import type { Database, Db } from '#server/platform/database.ts';

const words = (column: string, list: string[]) =>
  sql.raw(`(array['${list.join("','")}'])[1 + (${column}) % ${list.length}]`);

/** Turns triggers off and does their work in one statement, because row by row it takes minutes. */
export async function fillAlbums(
  database: Database,
  { albums, events }: { albums: number; events: number },
): Promise<void> {
  await database.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`
      insert into events (name, brand_name, producer_name, venue_name, city, state, start_date, archived)
      select ${words('i', ['Nationals', 'Winter Classic', 'Spring Open', 'Grand Prix', 'Finals'])} || ' ' || i,
        ${words('i / 5', ['Spiritfest', 'Encore', 'Cheer United', 'Dance Gala'])}, 'Producer ' || i % 40,
        'Arena ' || i % 90, ${words('i', ['Austin', 'Tulsa', 'Reno', 'Omaha', 'Dallas', 'Orlando', 'Boise'])},
        ${words('i', ['TX', 'OK', 'NV', 'NE', 'TX', 'FL', 'ID'])}, date '2026-12-01' - i, i % 10 = 0
      from generate_series(1, ${events}::int) i`.execute(db);
    await sql`alter table albums disable trigger user`.execute(db);
    await sql`
      insert into albums (event_id, program_name, team_name, division_name, performance_order, identifier,
        published_at, created_at, images_count, cover)
      select 1 + i % ${events}::int,
        ${words('i', ['Star Athletics', 'Gym Galaxy', 'Cheer Factory', 'Top Tumble', 'Pure Dance'])} || ' ' || i % 900,
        ${words('i / 7', ['Comets', 'Meteors', 'Lady Lions', 'Shooting Stars', 'Rubies', 'Teal', 'Black Ops'])},
        ${words('i / 11', ['Senior', 'Junior', 'Mini', 'Youth', 'Open'])} || ' ' || i % 7, i % 400, 'A-' || i,
        case when i % 12 > 0 then at end, at, case when i % 25 > 0 then (i * 7919) % 400 else 0 end,
        (select jsonb_agg(jsonb_build_object('id', i * 3 + n, 'width', 1600, 'height', 1067,
          'placeholder', 'EQgGHwSHd4eAiHh3h3h4eAeH', 'captured_at', at)) from generate_series(1, 3) n)
      from generate_series(1, ${albums}::int) i
      cross join lateral (select timestamptz '2026-11-01' - make_interval(mins => i) as at) moment`.execute(
      db,
    );
    await sql`update albums a set search = album_search(a)`.execute(db);
    await fillPairs(db);
    await sql`
      insert into team_catalogue (program_name, team_name, division_name, albums_count)
      select program_name, team_name, division_name, count(*) from albums group by 1, 2, 3`.execute(db);
    await sql`
      insert into kept_albums (mode, album_id)
      select mode, albums.id from albums, unnest(array['sandbox', 'test', 'live']) mode`.execute(db);
    await sql`alter table albums enable trigger user`.execute(db);
  });
  await sql`vacuum analyze albums, events, team_catalogue, kept_albums`.execute(database);
}

/** The two characters that a trigger notes for each album. */
export async function fillPairs(db: Db): Promise<void> {
  await sql`insert into album_pairs (pair) select distinct unnest(character_pairs(search)) from albums`.execute(
    db,
  );
}
