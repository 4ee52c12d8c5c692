// Measures the search for a new athlete in 10 albums of 150 photos: time to the first match and to all of them, the
// time of a page call meanwhile, and the memory of the server with its face processes. Arguments: albums, photos.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { CONSENT_VERSION } from '#contract/rules/athletes.ts';
import { allJobs } from '#server/jobs.ts';
import { keepFaces } from '#server/modules/images/image-faces.ts';
import type { Face } from '#server/platform/faces/face.ts';
import { formatTimes, logIn, startBenchApp, timeMs, timesOf } from './bench-app.ts';

const ALBUMS = Number(process.argv[2] ?? 10);
const PHOTOS = Number(process.argv[3] ?? 150);
const FACES = 4;
/** The athlete is one of the four faces in every sixth photo. */
const ATHLETE_EVERY = 6;
const IDLE_CALLS = 200;
const GAP_MS = 50;
const SAMPLES = join(import.meta.dirname, '../node_modules/@vladmandic/face-api/demo');
/** This region of sample1.jpg shows the same person as the leftmost face of sample4.jpg. */
const REFERENCE = { left: 690, top: 290, width: 480, height: 480 };

const MEMORY_LIMIT_MB = 1_200;

let peakBytes = 0;
const memory = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss() + faceProcessBytes());
}, 500);

function faceProcessBytes(): number {
  return execFileSync('ps', ['-eo', 'ppid=,rss=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([parent, , ...args]) => Number(parent) === process.pid && args.join(' ').includes('face-process'),
    )
    .reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}

const bench = await startBenchApp();
try {
  const { context } = bench;
  const engine = await context.faces.open();
  if (!engine) throw new Error('this machine cannot look for faces');
  const { db, queue } = context;
  const found = await Promise.all(
    [2, 3, 4, 5, 6].map(async (sample) => {
      const { faces } = await engine.detect(join(SAMPLES, `sample${sample}.jpg`));
      return faces.toSorted((a, b) => a.box.x - b.box.x);
    }),
  );
  const [athleteFace, ...others] = [found[2]?.[0], ...found.flat()] as [Face, ...Face[]];
  const strangers = others.filter((face) => face !== athleteFace);

  const { userId, call } = await logIn(bench, 'authenticated');
  await sql`
    insert into events (name, brand_name, producer_name, venue_name, city, state, start_date)
    values ('Event', 'Brand', 'Producer', 'Venue', 'Austin', 'TX', date '2026-01-01')`.execute(db);
  await sql`
    insert into albums (event_id, program_name, team_name, division_name, performance_order, identifier,
      planned_at, published_at, images_count)
    select 1, 'Program', 'Team ' || i, 'Division', i, 'A-' || i, now(), now() - make_interval(days => i), ${PHOTOS}::int
    from generate_series(1, ${ALBUMS}::int) i`.execute(db);
  await sql`
    insert into images (event_id, album_id, content_hash, crc32, size_bytes, file_name, state, width, height,
      placeholder, captured_at)
    select 1, id, sha256((id * 1000 + n)::text::bytea), 0, 1, 'x.jpg', 'ready', 1600, 1067,
      'EQgGHwSHd4eAiHh3h3h4eAeH', now() + make_interval(secs => n)
    from albums, generate_series(1, ${PHOTOS}::int) n`.execute(db);
  await sql`
    insert into user_found_albums (user_id, album_id, found_by, vouched)
    select ${userId}::int, id, 'invite', true from albums`.execute(db);
  await sql`
    insert into site_settings (key, value, changed_by, changed_at)
    values ('face_search_albums_per_day', '1000', ${userId}::int, now())`.execute(db);
  const images = await db.selectFrom('images').select(['id', 'eventId', 'rotation']).orderBy('id').execute();
  for (const image of images) {
    const faces = Array.from(
      { length: FACES },
      (_, i) => strangers[(image.id * FACES + i) % strangers.length] as Face,
    );
    if (image.id % ATHLETE_EVERY === 0) faces[image.id % FACES] = athleteFace;
    await keepFaces(context, image, faces);
  }

  await queue.startWorkers(allJobs(context));
  const ask = async (path: string, init?: RequestInit) => (await call(path, init)).json();
  const pageMs = async () => {
    await new Promise((resolve) => setTimeout(resolve, GAP_MS));
    return timeMs(() => ask('/user-found-albums/me'));
  };
  const idle: number[] = [];
  for (let i = 0; i < IDLE_CALLS; i += 1) idle.push(await pageMs());

  const athlete = athleteEndpoints.addAthlete.response.parse(
    await ask('/user-athletes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Maya',
        consent: { version: CONSENT_VERSION, relation: 'guardian', given: true },
      }),
    }),
  );
  const reference = await sharp(join(SAMPLES, 'sample1.jpg')).extract(REFERENCE).jpeg().toBuffer();
  const start = performance.now();
  const cpuBefore = process.cpuUsage();
  const secondsSince = () => (performance.now() - start) / 1000;
  const uploadMs = await timeMs(() =>
    ask(`/user-athlete-reference-photos?user_athlete=${athlete.id}`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(reference),
    }),
  );
  const busy: number[] = [];
  let firstSeconds = 0;
  let sure = 0;
  for (let isRunning = true; isRunning; ) {
    for (let i = 0; i < 4; i += 1) busy.push(await pageMs());
    const [now] = athleteEndpoints.listAthletes.response.parse(await ask('/user-athletes'));
    sure = now?.matches_sure ?? 0;
    if (firstSeconds === 0 && sure > 0) firstSeconds = secondsSince();
    isRunning = now?.search.is_running ?? false;
  }
  const cpu = process.cpuUsage(cpuBefore);
  const allSeconds = secondsSince();
  const expected = images.filter(({ id }) => id % ATHLETE_EVERY === 0).length;
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  console.log(`${ALBUMS} albums x ${PHOTOS} photos x ${FACES} faces`);
  console.log(`reference photo judged and kept   ${ms(uploadMs)}`);
  console.log(`first match                       ${firstSeconds.toFixed(1)} s (limit 10)`);
  console.log(
    `all albums                        ${allSeconds.toFixed(1)} s (limit ${24 * ALBUMS}), ${((cpu.user + cpu.system) / 1e6).toFixed(1)} s of processor`,
  );
  console.log(`photos of the athlete found       ${sure} of ${expected}`);
  console.log(`a page call, idle                 ${formatTimes(timesOf(idle))}`);
  console.log(`a page call, while matching       ${formatTimes(timesOf(busy))} (limit: idle + 100)`);
  const peakMb = peakBytes / 1024 ** 2;
  console.log(`memory at most                    ${peakMb.toFixed(0)} MB (limit ${MEMORY_LIMIT_MB})`);
} finally {
  clearInterval(memory);
  await bench.stop();
}
