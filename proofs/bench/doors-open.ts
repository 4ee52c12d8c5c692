// Doors open: 200 parents at once go to home, an album, its view and its thumbs. Compares the requests per second with the
// same walk on a bare server (bare-server.ts) in a process of its own, in interleaved rounds.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { startSession } from '#server/modules/accounts/sessions.ts';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import type { BareSetUp } from './bare-server.ts';
import { logIn, percentile, startBenchApp } from './bench-app.ts';
import { rawStatements, SEED, seedCalls } from './calls-seed.ts';
import type { Asked, Walked, Walks } from './load.ts';
import { cpuOfBare, forkBeside, notifyGoal, ownCpu, processorSeconds, startBare } from './measure.ts';

const PARENTS = 200;
const PHOTOS = 100;
/** What a phone shows before it is scrolled. */
const THUMBS = 24;
const THUMB_BYTES = 10_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const MAX_SECONDS = 20;
const MIN_RATIO = 0.75;
const MAX_MS = 150;

type Parent = { userId: number; foundId: number; albumId: number; uuid: string; token: string };

const bench = await startBenchApp();
const { context } = bench;
const { db } = context;
const bare = forkBeside('bare-server.ts');
const generator = forkBeside('load.ts');
let isDone = false;
generator.on('exit', () => {
  if (isDone) return;
  console.error('the load failed');
  process.kill(process.pid, 'SIGTERM');
});

/** Every parent has found the same albums as the first one and opens one of them. */
async function seedParents(firstId: number): Promise<Parent[]> {
  await sql`
    insert into images (event_id, album_id, content_hash, crc32, size_bytes, file_name, state, width, height,
      placeholder, captured_at)
    select event_id, id, sha256((id * 100000 + 50000 + n)::text::bytea), 0, 1, 'x.jpg', 'ready', 1600, 1067,
      'EQgGHwSHd4eAiHh3h3h4eAeH', now() + make_interval(secs => n)
    from albums, generate_series(6, ${PHOTOS}::int) n where id between 2 and ${SEED.found}::int`.execute(db);
  await sql`
    insert into users (email, password_hash, first_name, last_name, name, agreed_to_terms_at, email_verified_at)
    select 'parent' || i || '@example.test', '-', 'Parent', 'Number ' || i, 'Parent Number ' || i, now(), now()
    from generate_series(1, ${PARENTS}::int) i`.execute(db);
  await sql`
    insert into user_found_albums (user_id, album_id, found_by)
    select users.id, albums.id, 'search' from users, albums
    where users.id > ${firstId}::int and albums.id <= ${SEED.found}::int`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const { rows } = await sql<Omit<Parent, 'token'>>`
    select found.user_id, found.id as found_id, albums.id as album_id, albums.uuid
    from user_found_albums found join albums on albums.id = found.album_id
    where found.user_id > ${firstId}::int and albums.id = 2 + found.user_id % ${SEED.found - 1}::int
    order by found.user_id`.execute(db);
  const device = { ip: '127.0.0.1', userAgent: 'bench' };
  return Promise.all(
    rows.map(async (row) => ({ ...row, token: await startSession(context, row.userId, device) })),
  );
}

/** Returns the ids of the thumbs that the page of each album shows first. */
async function writeThumbs(): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ albumId: number; uuid: string; ids: number[] }>`
    select albums.id as album_id, albums.uuid,
      (array_agg(images.id::integer order by images.captured_at, images.id))[1:${THUMBS}::int] as ids
    from albums join images on images.album_id = albums.id
    where albums.id between 2 and ${SEED.found}::int group by 1`.execute(db);
  const thumb = randomBytes(THUMB_BYTES);
  for (const { uuid, ids } of rows) {
    for (const id of ids) {
      const path = join(context.config.dataDir, 'photos', derivativeKey(uuid, id, 'thumb'));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, thumb);
    }
  }
  return new Map(rows.map(({ albumId, ids }) => [albumId, ids]));
}

const forgetViews = () =>
  sql`with gone as (delete from user_album_views) update user_found_albums set views_used = 0`.execute(db);

const STEPS = ['home', 'album', 'view', 'thumbs'] as const;
type Round = { perSecond: number; p95: number; cpuMicros: number; databaseMicros: number } & Record<
  (typeof STEPS)[number],
  number
>;

async function measure(
  { port, cpu }: { port: number; cpu: () => Promise<number> | number },
  visitors: Asked[][],
): Promise<Round> {
  const databaseCpu = () => processorSeconds(bench.databasePid) * 1e6;
  const before = { own: await cpu(), database: databaseCpu() };
  generator.send({ port, visitors, mostSeconds: MAX_SECONDS } satisfies Walks);
  const [{ perSecond, times }] = (await once(generator, 'message')) as [Walked];
  const all = times.flat();
  const p95Of = (step: number) =>
    percentile(
      times.map((own) => own[step] ?? 0),
      0.95,
    );
  return {
    perSecond,
    p95: percentile(all, 0.95),
    cpuMicros: ((await cpu()) - before.own) / all.length,
    databaseMicros: (databaseCpu() - before.database) / all.length,
    home: p95Of(0),
    album: p95Of(1),
    view: p95Of(2),
    thumbs: percentile(
      times.flatMap((own) => own.slice(3)),
      0.95,
    ),
  };
}

try {
  const { userId } = await logIn(bench, 'authenticated');
  await seedCalls(bench, userId);
  const [parents, thumbs] = [await seedParents(userId), await writeThumbs()];
  const setUp: BareSetUp = {
    databaseUrl: bench.databaseUrl,
    statements: rawStatements(userId, { viewed: 2 }),
    passwordHash: '',
    key: context.imageKeys[0].export().toString('base64'),
    photos: join(context.config.dataDir, 'photos'),
  };
  const servers = {
    bare: { port: await startBare(bare, setUp), cpu: () => cpuOfBare(bare) },
    ours: { port: Number(new URL(bench.address).port), cpu: ownCpu },
  };
  const pictures = ({ userId, albumId, uuid }: Parent): Asked[] => {
    const grant = { folderUuid: uuid, userId, scope: { kind: 'previews' as const } };
    const auth = issueImageToken(context, grant, 60);
    return (thumbs.get(albumId) ?? []).map((id) => ({
      path: `/api/images/${uuid}/${id}.thumb?auth=${auth}`,
    }));
  };
  const walks = {
    bare: parents.map((one) => [...['/home', '/album', '/view'].map((path) => ({ path })), ...pictures(one)]),
    ours: parents.map(({ token, ...one }) => [
      { path: '/api/user-found-albums/me', token },
      { path: `/api/albums/${one.albumId}`, token },
      { path: `/api/user-found-albums/${one.foundId}/view`, token },
      ...pictures({ token, ...one }),
    ]),
  };
  const rounds: { bare: Round; ours: Round }[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    await forgetViews();
    const pair = {
      bare: await measure(servers.bare, walks.bare),
      ours: await measure(servers.ours, walks.ours),
    };
    // The first round warms both up.
    if (round >= 0) rounds.push(pair);
  }
  const middle = (pick: (round: { bare: Round; ours: Round }) => number) => percentile(rounds.map(pick), 0.5);
  const ratio = middle(({ bare, ours }) => ours.perSecond / bare.perSecond);
  const p95 = middle(({ ours }) => ours.p95);
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(
    `${PARENTS} parents, ${walks.ours[0]?.length} requests each, ${ROUNDS} rounds; load average ${load.join(', ')}`,
  );
  console.log(`server   req/s   p95 ms   of ${STEPS.join(', ')}; CPU us + database per request`);
  for (const server of ['bare', 'ours'] as const) {
    const of = (figure: keyof Round) => middle((round) => round[server][figure]).toFixed(0);
    const cells = [of('perSecond').padStart(8), of('p95').padStart(9)];
    console.log(
      `${server.padEnd(6)}${cells.join('')}   ${STEPS.map(of).join(', ')}; ${of('cpuMicros')} + ${of('databaseMicros')}`,
    );
  }
  console.log(
    `ours / bare: ${ratio.toFixed(2)} (goal ${MIN_RATIO}), p95 ${p95.toFixed(0)} ms (goal ${MAX_MS} ms)`,
  );
  notifyGoal({
    what: `${PARENTS} parents, to a bare server`,
    goal: MIN_RATIO,
    now: ratio,
    unit: '',
    best: 'most',
  });
  notifyGoal({ what: `${PARENTS} parents, p95`, goal: MAX_MS, now: p95, unit: 'ms', best: 'least' });
} finally {
  isDone = true;
  generator.kill();
  bare.kill();
  await bench.stop();
}
