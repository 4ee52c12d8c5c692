// Doors open: 200 parents at once go to home, an album, its view and its thumbs. Compares the requests per second with the
// same walk on a bare server (bare-server.ts) in its own process, in interleaved rounds.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { buildUser } from '#server/testing/factories.ts';
import { logIn, startBenchApp } from './bench-app.ts';
import { rawStatements, SEED, seedCalls } from './calls-seed.ts';
import type { Asked, Walked } from './load.ts';
import { describeLoad, middleOf, notifyGoal, percentile, startRace } from './measure.ts';

const PARENTS = 200;
const PHOTOS = 100;
/** The thumbs that a phone shows before it scrolls. */
const THUMBS = 24;
const THUMB_BYTES = 10_000;
const MAX_SECONDS = 20;
const MIN_RATIO = 0.75;
const MAX_MS = 150;

type Parent = { userId: number; foundId: number; albumId: number; uuid: string; token: string };

const bench = await startBenchApp();
const { context } = bench;
const { db } = context;
let race: Awaited<ReturnType<typeof startRace>> | undefined;

/** Every parent has found the same albums as the first one and opens one of them. */
async function seedParents(firstId: number): Promise<Parent[]> {
  await sql`
    insert into images (event_id, album_id, content_hash, crc32, size_bytes, file_name, state, width, height,
      placeholder, captured_at)
    select event_id, id, sha256((id * 100000 + 50000 + n)::text::bytea), 0, 1, 'x.jpg', 'ready', 1600, 1067,
      'EQgGHwSHd4eAiHh3h3h4eAeH', now() + make_interval(secs => n)
    from albums, generate_series(6, ${PHOTOS}::int) n where id between 2 and ${SEED.found}::int`.execute(db);
  const users = await Promise.all(Array.from({ length: PARENTS }, () => buildUser(bench)));
  const tokenOf = new Map(users.map(({ id, token }) => [id, token]));
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
  return rows.map((row) => ({ ...row, token: tokenOf.get(row.userId) ?? '' }));
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

/** The first three requests of a visitor are these; the rest are thumbs. */
const STEPS = ['home', 'album', 'view', 'thumbs'] as const;
const p95Of = ({ times }: Walked, step?: number) => {
  const chosen = times.map((own) =>
    step === undefined ? own : step < 3 ? own.slice(step, step + 1) : own.slice(3),
  );
  return percentile(chosen.flat(), 0.95);
};

try {
  const { userId } = await logIn(bench, 'authenticated');
  await seedCalls(bench, userId);
  const [parents, thumbs] = [await seedParents(userId), await writeThumbs()];
  race = await startRace(bench.address, {
    databaseUrl: bench.databaseUrl,
    statements: rawStatements(userId, { viewed: 2 }),
    passwordHash: '',
    key: context.imageKeys[0].export().toString('base64'),
    photos: join(context.config.dataDir, 'photos'),
  });
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
  const rounds = await race.run<Walked>(
    {
      bare: { visitors: walks.bare, maxSeconds: MAX_SECONDS },
      ours: { visitors: walks.ours, maxSeconds: MAX_SECONDS },
    },
    forgetViews,
  );
  const ratio = middleOf(rounds, ({ bare, ours }) => ours.perSecond / bare.perSecond);
  const p95 = middleOf(rounds, ({ ours }) => p95Of(ours));
  console.log(`${PARENTS} parents, ${walks.ours[0]?.length} requests each; load average ${describeLoad()}`);
  console.log(`server   req/s   p95 ms   of ${STEPS.join(', ')}`);
  for (const server of ['bare', 'ours'] as const) {
    const of = (pick: (walked: Walked) => number) =>
      middleOf(rounds, (round) => pick(round[server])).toFixed(0);
    const cells = [of(({ perSecond }) => perSecond).padStart(8), of((walked) => p95Of(walked)).padStart(9)];
    const steps = STEPS.map((_, step) => of((walked) => p95Of(walked, step)));
    console.log(`${server.padEnd(6)}${cells.join('')}   ${steps.join(', ')}`);
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
  race?.stop();
  await bench.stop();
}
