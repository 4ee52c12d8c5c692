// Compares requests per second for pictures with a bare server in a process of its own (bare-pictures.ts), in interleaved
// rounds. Thumbs and previews of 300 files are measured again at the end (`aged`), after AGE_REQUESTS more requests that stand
// for hours of load. `npm run bench:images -- thumb preview` measures only the pictures it names.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { pictureRights } from '#server/app.ts';
import { markPreview } from '#server/modules/images/derivatives.ts';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { createStanding } from '#server/modules/images/standing.ts';
import { newestTraceKey } from '#server/modules/images/trace-keys.ts';
import { issueImageToken, verifyImageToken } from '#server/platform/image-tokens.ts';
import type { BareSetUp } from './bare-listeners.ts';
import { cpuOfBare, ownCpu, startBare } from './bare-process.ts';
import { type BenchApp, logIn, percentile, startBenchApp } from './bench-app.ts';
import { tellGoal } from './goals.ts';
import { heldAlbum } from './held-album.ts';
import type { Load } from './load.ts';

const SIZES = { thumb: 10_000, preview: 300_000 } as const;
/** The rows `jpeg` and `pair` tell what it costs to put a marked preview together: first the plain JPEG, then its pair. */
const ALBUMS: [Kind, number][] = [
  ['thumb', 300],
  ['thumb', 20_000],
  ['preview', 300],
  ['jpeg', 300],
  ['pair', 300],
  ['aged', 300],
  ['aged preview', 300],
];
const AGE_REQUESTS = Number(process.env.BENCH_AGE ?? 300_000);
const CONNECTIONS = 16;
const SECONDS = 2;
const ROUNDS = 5;
const CHECKS = 1_000_000;
const GOAL = 0.85;

type Variant = keyof typeof SIZES;
type Kind = Variant | 'jpeg' | 'pair' | 'aged' | 'aged preview';

const variantOf = (kind: Kind): Variant => (kind === 'thumb' || kind === 'aged' ? 'thumb' : 'preview');
const SCENE = join(import.meta.dirname, '../server/demo/scenes/pyramid-01-azure.jpg');

async function contentOf(kind: Kind, { traceKeys }: BenchApp['context']): Promise<Buffer> {
  if (kind !== 'jpeg' && kind !== 'pair') return randomBytes(SIZES[variantOf(kind)]);
  const jpeg = await sharp(SCENE).resize(1600).jpeg({ quality: 80, optimiseCoding: false }).toBuffer();
  return kind === 'jpeg'
    ? jpeg
    : markPreview(jpeg, { traceKey: newestTraceKey(traceKeys), imageId: 1 }).preview;
}

type Pictures = { folder: string; variant: Variant; count: number; bytes: Buffer };

function writePictures(photos: string, { folder, variant, count, bytes }: Pictures): void {
  for (let id = 1; id <= count; id++) {
    const path = join(photos, derivativeKey(folder, id, variant));
    if (id <= 100) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

const bench = await startBenchApp();
const photos = join(bench.context.config.dataDir, 'photos');
const bare = fork(join(import.meta.dirname, 'bare-pictures.ts'));
const generator = fork(join(import.meta.dirname, 'load.ts'));
type Measured = { perSecond: number; cpuMicros: number };

type Server = 'bare' | 'ours';

async function measure(
  { server, port }: { server: Server; port: number },
  paths: string[],
  seconds = SECONDS,
): Promise<Measured> {
  const cpu = () => (server === 'bare' ? cpuOfBare(bare) : ownCpu());
  const before = await cpu();
  generator.send({ port, paths, connections: CONNECTIONS, seconds } satisfies Load);
  const [perSecond] = (await once(generator, 'message')) as [number];
  return { perSecond, cpuMicros: ((await cpu()) - before) / (perSecond * seconds) };
}

/** Answers so many requests that what the process holds on to would show. */
async function age(ours: { server: Server; port: number }, paths: string[]): Promise<void> {
  let answered = 0;
  while (answered < AGE_REQUESTS) answered += (await measure(ours, paths)).perSecond * SECONDS;
  console.log(`aged by ${Math.round(answered)} requests; ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
}

/** Other load on the machine affects the figures above, so this one measures the access check alone. */
async function measureCheck(userId: number): Promise<void> {
  const standing = createStanding(bench.context, pictureRights);
  const folderUuid = await heldAlbum(bench, userId);
  const token = issueImageToken(bench.context, { folderUuid, userId, scope: { kind: 'previews' } }, 60);
  const grant = verifyImageToken(bench.context, folderUuid, token);
  if (!grant || (await standing.check(grant, 1)) !== 'open') throw new Error('the album should be open');
  const before = process.cpuUsage();
  for (let id = 1; id <= CHECKS; id++) await standing.check(grant, id);
  const { user, system } = process.cpuUsage(before);
  console.log(`check of the standing: ${((user + system) / CHECKS).toFixed(2)} us of CPU per picture`);
}

try {
  const { userId } = await logIn(bench, 'authenticated');
  const ours = { server: 'ours' as const, port: Number(new URL(bench.address).port) };
  const key = bench.context.imageKeys[0].export().toString('base64');
  const port = await startBare(bare, { key, photos } satisfies BareSetUp);
  const base = { server: 'bare' as const, port };
  console.log('variant        files   bare req/s   ours req/s   ours / bare   bare CPU us   ours CPU us');
  const chosen = process.argv.slice(2);
  for (const [kind, count] of ALBUMS) {
    if (chosen.length > 0 && !chosen.includes(kind)) continue;
    const variant = variantOf(kind);
    const folder = await heldAlbum(bench, userId);
    writePictures(photos, { folder, variant, count, bytes: await contentOf(kind, bench.context) });
    const grant = { folderUuid: folder, userId, scope: { kind: 'previews' as const } };
    const token = issueImageToken(bench.context, grant, 60);
    const paths = Array.from(
      { length: count },
      (_, index) => `/api/images/${folder}/${index + 1}.${variant}?auth=${token}`,
    );
    if (kind === 'aged') await age(ours, paths);
    for (const one of [base, ours]) await measure(one, paths, 1);
    const rounds: { bare: Measured; ours: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ bare: await measure(base, paths), ours: await measure(ours, paths) });
    }
    const middle = (pick: (round: { bare: Measured; ours: Measured }) => number) =>
      percentile(rounds.map(pick), 0.5);
    const now = middle(({ bare, ours }) => ours.perSecond / bare.perSecond);
    tellGoal({ what: `${kind}, ${count} files, to a bare server`, goal: GOAL, now, unit: '', best: 'most' });
    const cells = [
      middle(({ bare }) => bare.perSecond).toFixed(0),
      middle(({ ours }) => ours.perSecond).toFixed(0),
      now.toFixed(2),
      middle(({ bare }) => bare.cpuMicros).toFixed(0),
      middle(({ ours }) => ours.cpuMicros).toFixed(0),
    ];
    const line = cells.map((cell) => cell.padStart(13)).join('');
    console.log(`${kind.padEnd(12)}${String(count).padStart(8)}${line}`);
  }
  await measureCheck(userId);
} finally {
  generator.kill();
  bare.kill();
  await bench.stop();
}
