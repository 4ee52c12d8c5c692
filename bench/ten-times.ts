// Measures lists of staff, team suggestions and a large album at one size and at ten times the rows: the shortest of several
// calls, and the processor time of server, client and database per call, which other load changes less. Answers are asked
// for compressed, as browsers do, and are not unpacked: that is work of the client, which shares this process. Reports are
// in reports-tenfold.ts.
import { Agent, get } from 'node:http';
import { loadavg } from 'node:os';
import { sql } from 'kysely';
import { fillAlbums } from './admin-albums-seed.ts';
import { ownCpu } from './bare-process.ts';
import { type BenchApp, FILLING_SETTINGS, logIn, startBenchApp, timeMs } from './bench-app.ts';
import { giveAlbum } from './calls-seed.ts';
import { tellGoal } from './goals.ts';
import { processorSeconds } from './processor-time.ts';

const SMALL = { events: 300, albums: 3_000, photos: 1_000 };
const LARGE = { events: 3_000, albums: 30_000, photos: 10_000 };
const ROUNDS = 30;
/** Ten times the rows may take this much longer. */
const MOST_GROWTH = 1.5;

const CALLS: Record<string, string> = {
  'staff events': '/lists/events',
  'GET /events/admin': '/events/admin',
  'team suggestions, "comets"': '/team-suggestions?q=comets',
  'team suggestions, "star athletics 42"': '/team-suggestions?q=star%20athletics%2042',
};

/** Returns the found album whose view answers all photos. */
async function seed({ context: { db } }: BenchApp, size: typeof SMALL, userId: number): Promise<number> {
  await fillAlbums(db, size);
  await sql`
    insert into images (event_id, album_id, content_hash, crc32, size_bytes, file_name, state, width, height,
      placeholder, captured_at)
    select event_id, id, sha256(n::text::bytea), 0, 1, 'x.jpg', 'ready', 1600, 1067, 'EQgGHwSHd4eAiHh3h3h4eAeH',
      now() + make_interval(secs => n)
    from albums, generate_series(1, ${size.photos}::int) n where id = 1`.execute(db);
  const { id } = await db
    .insertInto('userFoundAlbums')
    .values({ userId, albumId: 1, foundBy: 'search' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await giveAlbum(db, userId);
  await sql`vacuum analyze`.execute(db);
  return id;
}

type Measured = { ms: number; cpuMs: number };

const agent = new Agent({ keepAlive: true });

/** Returns the number of bytes that were sent. */
function readPacked(address: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' };
  return new Promise((resolve, reject) => {
    const request = get(address, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject).on('end', () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${address}: ${response.statusCode}`));
      });
    });
    request.on('error', reject);
  });
}

async function measureAt(size: typeof SMALL): Promise<Map<string, Measured>> {
  const bench = await startBenchApp(FILLING_SETTINGS);
  try {
    const { userId, token } = await logIn(bench, 'super');
    const foundId = await seed(bench, size, userId);
    const times = new Map<string, Measured>();
    const calls = { ...CALLS, [`album of ${SMALL.photos} photos`]: `/user-found-albums/${foundId}/view` };
    for (const [name, path] of Object.entries(calls)) {
      const read = () => readPacked(`${bench.address}/api${path}`, token);
      for (let round = 0; round < 3; round++) await read();
      const all: number[] = [];
      const cpuMs = () => ownCpu() / 1000 + processorSeconds(bench.databasePid) * 1000;
      const before = cpuMs();
      for (let round = 0; round < ROUNDS; round++) all.push(await timeMs(read));
      times.set(name, { ms: Math.min(...all), cpuMs: (cpuMs() - before) / ROUNDS });
    }
    return times;
  } finally {
    await bench.stop();
  }
}

const small = await measureAt(SMALL);
const large = await measureAt(LARGE);
const load = loadavg().map((value) => value.toFixed(1));
console.log(`shortest of ${ROUNDS} calls and processor time per call in ms; load average ${load.join(', ')}`);
for (const [name, few] of small) {
  const many = large.get(name) ?? { ms: 0, cpuMs: 0 };
  const now = many.ms / few.ms;
  tellGoal({ what: `${name}, at ten times the rows`, goal: MOST_GROWTH, now, unit: '', best: 'least' });
  const figures = [few.ms, many.ms, few.cpuMs, many.cpuMs].map((value) => value.toFixed(1).padStart(8));
  const growth = [now, many.cpuMs / few.cpuMs].map((value) => `${value.toFixed(2)}x`);
  console.log(
    `${name.padEnd(44)}${figures.slice(0, 2).join('')}   ${growth[0]}   processor${figures.slice(2).join('')}   ${growth[1]}`,
  );
}
