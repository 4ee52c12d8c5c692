// Measures GET /user-found-albums/me for a customer with 5,000 found albums: response and processor time.
import { sql } from 'kysely';
import { formatTimes, logIn, measure, startBenchApp } from './bench-app.ts';

const ALBUMS = 5_000;
const IMAGES_PER_ALBUM = 40;
const ROUNDS = 15;

const bench = await startBenchApp();
try {
  const { db } = bench.context;
  await sql`
    insert into events (name, brand_name, producer_name, venue_name, city, state, start_date)
    select 'Event ' || i, 'Brand', 'Producer', 'Venue', 'Austin', 'TX', date '2026-01-01' + i
    from generate_series(1, 100) i`.execute(db);
  await sql`
    insert into albums (event_id, program_name, team_name, division_name, performance_order, identifier,
      planned_at, published_at)
    select 1 + i % 100, 'Program ' || i % 500, 'Team ' || i % 50, 'Division ' || i % 7, i % 400, 'A-' || i,
      now(), now()
    from generate_series(1, ${ALBUMS}::int) i`.execute(db);
  await sql`
    insert into images (event_id, album_id, content_hash, crc32, size_bytes, file_name, state, width, height,
      placeholder, captured_at)
    select event_id, id, sha256((id * 1000 + n)::text::bytea), 0, 1, 'x.jpg', 'ready', 1600, 1067,
      'EQgGHwSHd4eAiHh3h3h4eAeH', now() + make_interval(secs => n)
    from albums, generate_series(1, ${IMAGES_PER_ALBUM}::int) n`.execute(db);
  const { userId, call } = await logIn(bench, 'authenticated');
  await sql`
    insert into user_found_albums (user_id, album_id, found_by, views_used)
    select ${userId}::int, id, 'search', case when id % 10 = 0 then 3 else 0 end from albums`.execute(db);
  await sql`
    insert into user_album_views (found_album_id)
    select id from user_found_albums, generate_series(1, 3) where views_used = 3`.execute(db);
  await sql`vacuum analyze`.execute(db);

  const load = async () => (await (await call('/user-found-albums/me')).arrayBuffer()).byteLength;
  const megabytes = (await load()) / 1e6;
  for (let round = 0; round < 5; round++) await load();
  const before = process.cpuUsage();
  const times = await measure(ROUNDS, load);
  const { user, system } = process.cpuUsage(before);
  console.log(
    `${ALBUMS} found albums, ${megabytes.toFixed(1)} MB: ${formatTimes(times)}; ` +
      `Node uses ${((user + system) / ROUNDS / 1000).toFixed(0)} ms of processor, client included`,
  );
} finally {
  await bench.stop();
}
