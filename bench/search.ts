// Measures search over 375,000 albums: query plans, calls over HTTP, and the ratio to ILIKE on ten fields.
import { sql } from 'kysely';
import type { Database, Db } from '#server/platform/database.ts';
import { fillPairs } from './admin-albums-seed.ts';
import { formatTimes, logIn, measure, startBenchApp, timeMs } from './bench-app.ts';

const ALBUMS = 375_000;
const EVENTS = 1_500;
const ROUNDS = 20;
const FIELDS = [
  ...['a.program_name', 'a.team_name', 'a.division_name', 'e.name', 'e.brand_name', 'e.city', 'e.state'],
  ...['e.producer_name', 'e.venue_name', 'a.performance_order::text'],
];
const QUERIES = [
  'comets',
  'star comets senior',
  'athletics 217 nationals',
  'program1234',
  'étoile',
  '100%',
  'nothing-like-this',
  'co',
  'zq',
  'a',
  'x',
  '',
];

/** Turns the trigger and the trigram index off and does their work in one statement, because row by row it takes long. */
async function fill(database: Database): Promise<void> {
  await database.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    const { rows } = await sql<{ definition: string }>`
      select pg_get_indexdef('albums_search'::regclass) as definition`.execute(db);
    await sql`drop index albums_search`.execute(db);
    await sql`alter table albums disable trigger user`.execute(db);
    await fillRows(db);
    await fillPairs(db);
    await sql`alter table albums enable trigger user`.execute(db);
    await sql.raw(rows[0]?.definition ?? '').execute(db);
  });
  await sql`vacuum analyze albums, events, team_catalogue`.execute(database);
}

async function fillRows(db: Db): Promise<void> {
  const words = (column: string, list: string[]) =>
    sql.raw(`(array['${list.join("','")}'])[1 + (${column}) % ${list.length}]`);
  await sql`
    insert into events (name, brand_name, producer_name, venue_name, city, state, start_date)
    select ${words('i', ['Nationals', 'Winter Classic', 'Spring Open', 'Grand Prix', 'Finals'])} || ' ' || i,
      ${words('i / 5', ['Spiritfest', 'Encore', 'Cheer United', 'Dance Gala'])}, 'Producer ' || i % 40,
      'Arena ' || i % 90, ${words('i', ['Austin', 'Tulsa', 'Reno', 'Omaha', 'Dallas', 'Orlando', 'Boise'])},
      ${words('i', ['TX', 'OK', 'NV', 'NE', 'TX', 'FL', 'ID'])}, date '2026-12-01' - i
    from generate_series(1, ${EVENTS}::int) i`.execute(db);
  await sql`
    insert into albums (event_id, program_name, team_name, division_name, performance_order, identifier,
      published_at, created_at, search)
    select e.id, p.name, t.name, d.name, i % 400, 'A-' || i, at, at,
      lower(p.name || ' ' || t.name || ' ' || d.name || ' ' || i % 400 || ' ' || e.name || ' ' || e.brand_name ||
        ' ' || e.city || ' ' || e.state || ' ' || e.producer_name || ' ' || e.venue_name)
    from generate_series(1, ${ALBUMS}::int) i
    join events e on e.id = 1 + i % ${EVENTS}::int
    cross join lateral (select
      case when i % 3000 = 7 then 'Étoile Élite'
        else ${words('i', ['Star Athletics', 'Gym Galaxy', 'Cheer Factory', 'Top Tumble', 'Pure Dance'])} ||
          ' Program' || i % 3000 end as name) p
    cross join lateral (select ${words('i / 7', ['Comets', 'Meteors', 'Lady Lions', 'Shooting Stars', 'Rubies', 'Teal', 'Black Ops', '100% Fire'])}
      || ' ' || i % 12 as name) t
    cross join lateral (select ${words('i / 11', ['Senior', 'Junior', 'Mini', 'Youth', 'Open'])} || ' ' || i % 7 as name) d
    cross join lateral (select timestamptz '2026-11-01' - make_interval(mins => i) as at) m`.execute(db);
  await sql`
    insert into team_catalogue (program_name, team_name, division_name, albums_count)
    select program_name, team_name, division_name, count(*) from albums group by 1, 2, 3`.execute(db);
}

async function explain(db: Database, keyword: string): Promise<string> {
  const { rows } = await sql<Record<string, string>>`
    explain (analyze, costs off, timing off, summary off, buffers off)
    select id from albums where published_at is not null and search like lower(${`%${keyword}%`})
    order by published_at desc, id desc limit 1001`.execute(db);
  return rows.map((row) => `    ${Object.values(row)[0]}`).join('\n');
}

async function timeIlike(db: Database, text: string): Promise<number> {
  const conditions = text
    .split(' ')
    .filter(Boolean)
    .map((keyword) => {
      const pattern = `%${keyword.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
      return sql`(${sql.join(
        FIELDS.map((field) => sql`${sql.raw(field)} ilike ${pattern}`),
        sql` or `,
      )})`;
    });
  const where = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
  const matches = sql`from albums a join events e on e.id = a.event_id where a.published_at is not null and ${where}`;
  return timeMs(async () => {
    await sql`select a.id ${matches} order by a.published_at desc, a.id desc limit 10`.execute(db);
    await sql`select count(*) ${matches}`.execute(db);
  });
}

const bench = await startBenchApp();
try {
  const { db } = bench.context;
  console.log(`filled ${ALBUMS} albums in ${Math.round(await timeMs(() => fill(db)))} ms`);
  const session = await logIn(bench, 'super');
  const call = async (path: string) => (await session.call(path)).text();
  const timeCalls = async (path: string, rounds = ROUNDS) => {
    await call(path);
    return measure(rounds, () => call(path));
  };

  console.log('\nplans');
  for (const keyword of ['program1234', 'comets', 'zq', 'a']) {
    console.log(`  like '%${keyword}%'\n${await explain(db, keyword)}`);
  }

  console.log('\nquery                       total     p50 ms    p95 ms   ILIKE ms    ratio');
  const p95s: number[] = [];
  for (const query of QUERIES) {
    const path = `/albums/search?q=${encodeURIComponent(query)}`;
    const { total, total_is_floor } = JSON.parse(await call(path));
    const { p50, p95 } = await timeCalls(path);
    p95s.push(p95);
    const ilike = await timeIlike(db, query);
    const cells = [`${total}${total_is_floor ? '+' : ''}`, p50.toFixed(1), p95.toFixed(1), ilike.toFixed(0)];
    console.log(
      `${`"${query}"`.padEnd(24)}${cells.map((cell) => cell.padStart(10)).join('')}${(ilike / p50).toFixed(0).padStart(8)}x`,
    );
  }
  console.log(`worst p95 of a search: ${Math.max(...p95s).toFixed(1)} ms`);

  for (const path of [
    '/team-suggestions?q=com',
    '/team-suggestions?q=c',
    '/albums/open',
    '/albums/admin?_limit=100',
    '/albums/admin?q=comets&_limit=100',
  ]) {
    console.log(`${path.padEnd(40)} ${formatTimes(await timeCalls(path))}`);
  }
  const whole = await timeCalls('/albums/admin', 5);
  const megabytes = (await call('/albums/admin')).length / 1e6;
  console.log(`/albums/admin whole, ${megabytes.toFixed(1)} MB`.padEnd(40), formatTimes(whole));
} finally {
  await bench.stop();
}
