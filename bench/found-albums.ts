// Measures the pages of GET /user-found-albums/me for customers with 5,000 and with 50,000 found albums: the first page, one
// from the middle, and the whole answer.
import { sql } from 'kysely';
import { type BenchApp, formatTimes, logIn, measure, startBenchApp } from './bench-app.ts';
import { tellGoal } from './goals.ts';

const SIZES = [5_000, 50_000] as const;
const PAGE = 200;
const ROUNDS = 15;
/** Ten times the rows may take this much longer. */
const MOST_GROWTH = 1.5;

type Figures = { first: number; middle: number; whole: number };

async function fill({ context: { db } }: BenchApp): Promise<void> {
  await sql`
    insert into events (name, brand_name, producer_name, venue_name, city, state, start_date)
    select 'Event ' || i, 'Brand', 'Producer', 'Venue', 'Austin', 'TX', date '2026-01-01' + i
    from generate_series(1, 100) i`.execute(db);
  await sql`
    insert into albums (event_id, program_name, team_name, division_name, performance_order, identifier,
      planned_at, published_at)
    select 1 + i % 100, 'Program ' || i % 500, 'Team ' || i % 50, 'Division ' || i % 7, i % 400, 'A-' || i,
      now(), now()
    from generate_series(1, ${SIZES[1]}::int) i`.execute(db);
}

/** Every tenth album was viewed three times. */
async function find({ context: { db } }: BenchApp, userId: number, albums: number): Promise<void> {
  await sql`
    insert into user_found_albums (user_id, album_id, found_by, views_used, created_at)
    select ${userId}::int, id, 'search', case when id % 10 = 0 then 3 else 0 end, now() - make_interval(secs => id)
    from albums where id <= ${albums}::int
    on conflict do nothing`.execute(db);
  await sql`
    insert into user_album_views (found_album_id)
    select found.id from user_found_albums found, generate_series(1, 3)
    where views_used = 3 and not exists (select from user_album_views where found_album_id = found.id)`.execute(
    db,
  );
  await sql`vacuum analyze user_found_albums, user_album_views, albums, events`.execute(db);
}

const bench = await startBenchApp();
try {
  await fill(bench);
  const { userId, call } = await logIn(bench, 'authenticated');
  const figures: Figures[] = [];
  for (const albums of SIZES) {
    await find(bench, userId, albums);
    const middle = await bench.context.db
      .selectFrom('userFoundAlbums')
      .select('id')
      .where('albumId', '=', albums / 2)
      .executeTakeFirstOrThrow();
    const time = async (name: string, query: string, rounds = ROUNDS) => {
      const read = async () => (await call(`/user-found-albums/me${query}`)).arrayBuffer();
      for (let round = 0; round < 5; round++) await read();
      const times = await measure(rounds, read);
      console.log(`${albums} found albums, ${name}: ${formatTimes(times)}`);
      return times.p50;
    };
    figures.push({
      first: await time('first page', `?limit=${PAGE}`),
      middle: await time('page from the middle', `?limit=${PAGE}&before=${middle.id}`),
      whole: await time('whole answer', '', 5),
    });
  }
  const [few, many] = figures as [Figures, Figures];
  for (const page of ['first', 'middle', 'whole'] as const) {
    const now = many[page] / few[page];
    const what = `${page} page of ${SIZES[1]} found albums, to ${SIZES[0]}`;
    tellGoal({ what, goal: MOST_GROWTH, now, unit: '', best: 'least' });
    console.log(`${what}: ${now.toFixed(2)}`);
  }
} finally {
  await bench.stop();
}
