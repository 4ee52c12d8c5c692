// Compares thumbs that nginx serves with the shipped configuration, checking every right, with plain files of nginx, and
// counts how often thumbs on S3 are read. Before that it tries addresses with both configurations. It needs nginx.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { issueImageToken } from '#server/platform/image-tokens.ts';
import { startTestS3 } from '#server/testing/s3-with-outages.ts';
import { findPort, startNginx } from '../scripts/front-servers.ts';
import { type BenchApp, logIn, percentile, startBenchApp } from './bench-app.ts';
import { tryAddresses, writeThumbs } from './front-addresses.ts';
import { heldAlbum } from './held-album.ts';
import type { Load } from './load.ts';
import { processorSeconds } from './processor-time.ts';

const COUNT = 300;
const CONNECTIONS = 16;
const SECONDS = 2;
const ROUNDS = 5;
const GOAL = 0.5;
/** The thumbs on S3 that everybody looks at. */
const WATCHED = 30;
/** nginx keeps a thumb for five seconds; when it has expired, several connections may read it at the same time. */
const MOST_READS = 0.05;

const folder = mkdtempSync(join(tmpdir(), 'encore-front-'));
chmodSync(folder, 0o755);
const generator = fork(join(import.meta.dirname, 'load.ts'));
const stops: (() => unknown)[] = [
  () => rmSync(folder, { recursive: true, force: true }),
  () => generator.kill(),
];

async function startFront(bench: BenchApp, name: string, pictures: string, extra = '') {
  const upstreams = [new URL(bench.address).host];
  const nginx = await startNginx(join(folder, name), { upstreams, pictures, extra });
  stops.push(() => nginx.stop());
  return nginx;
}

type Measured = { perSecond: number; micros: number };
const IDS = Array.from({ length: COUNT }, (_, index) => index + 1);

/** Makes an album of thumbs and returns their addresses. */
async function buildThumbs(bench: BenchApp, userId: number): Promise<{ uuid: string; paths: string[] }> {
  const uuid = await heldAlbum(bench, userId);
  await writeThumbs(bench, uuid, COUNT);
  const grant = { folderUuid: uuid, userId, scope: { kind: 'previews' as const } };
  const token = issueImageToken(bench.context, grant, 60);
  return { uuid, paths: IDS.map((id) => `/api/images/${uuid}/${id}.thumb?auth=${token}`) };
}

async function measure(nginxPid: number, port: number, paths: string[]): Promise<Measured> {
  const before = processorSeconds(nginxPid);
  generator.send({ port, paths, connections: CONNECTIONS, seconds: SECONDS } satisfies Load);
  const [perSecond] = (await once(generator, 'message')) as [number];
  return { perSecond, micros: (1e6 * (processorSeconds(nginxPid) - before)) / (perSecond * SECONDS) };
}

/** Measures two ways in turns, because other load on the machine changes. */
async function compare(base: () => Promise<Measured>, ours: () => Promise<Measured>) {
  await ours();
  const rounds: { base: Measured; ours: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push({ base: await base(), ours: await ours() });
  const middle = (pick: (round: { base: Measured; ours: Measured }) => number) =>
    percentile(rounds.map(pick), 0.5);
  return {
    base: { perSecond: middle(({ base }) => base.perSecond), micros: middle(({ base }) => base.micros) },
    ours: { perSecond: middle(({ ours }) => ours.perSecond), micros: middle(({ ours }) => ours.micros) },
    byRate: middle(({ base, ours }) => ours.perSecond / base.perSecond),
    byTime: middle(({ base, ours }) => base.micros / ours.micros),
  };
}

const print = (name: string, text: string) => console.log(`${name.padEnd(24)}${text}`);
const describeRate = ({ perSecond, micros }: Measured) =>
  `${perSecond.toFixed(0)} per second, ${micros.toFixed(0)} us of nginx each`;

/** Returns the number of rules and goals that were missed. */
async function tryDisk(): Promise<number> {
  const bench = await startBenchApp();
  stops.push(() => bench.stop());
  const { userId } = await logIn(bench, 'authenticated');
  const photos = join(bench.context.config.dataDir, 'photos');
  const staticPort = await findPort();
  const plainFiles = `server {
    listen 127.0.0.1:${staticPort};
    root ${photos};
    types {
    }
    default_type image/webp;
    open_file_cache max=50000 inactive=30s;
    open_file_cache_valid 2s;
  }\n`;
  const nginx = await startFront(bench, 'disk', `root ${photos};\ninclude pictures-disk.conf;\n`, plainFiles);
  console.log('pictures-disk.conf');
  const broken = await tryAddresses(bench, { port: nginx.port, userId, isFromDisk: true });
  const { uuid, paths } = await buildThumbs(bench, userId);
  const files = IDS.map((id) => `/${derivativeKey(uuid, id, 'thumb')}`);
  const { base, ours, byRate, byTime } = await compare(
    () => measure(nginx.pid, staticPort, files),
    () => measure(nginx.pid, nginx.port, paths),
  );
  print('plain files', describeRate(base));
  print('thumbs', describeRate(ours));
  print('ratio', `${byRate.toFixed(2)} by rate, ${byTime.toFixed(2)} by processor time (goal ${GOAL})`);
  return broken + (byTime < GOAL ? 1 : 0);
}

async function tryS3(): Promise<number> {
  const s3 = await startTestS3();
  stops.push(() => s3.close());
  const bench = await startBenchApp({}, s3.environment);
  stops.push(() => bench.stop());
  const { userId } = await logIn(bench, 'authenticated');
  const nginx = await startFront(bench, 'cached', 'include pictures-cached.conf;\n');
  console.log('pictures-cached.conf, pictures on S3');
  const broken = await tryAddresses(bench, { port: nginx.port, userId, isFromDisk: false });
  const { paths } = await buildThumbs(bench, userId);
  let reads = 0;
  s3.isAway = (method) => {
    if (method === 'GET') reads += 1;
    return false;
  };
  const readsOf = { encore: 0, nginx: 0 };
  const answersOf = { encore: 0, nginx: 0 };
  const count = async (way: keyof typeof readsOf, port: number) => {
    const before = reads;
    const measured = await measure(nginx.pid, port, paths.slice(0, WATCHED));
    readsOf[way] += reads - before;
    answersOf[way] += measured.perSecond * SECONDS;
    return measured;
  };
  const { base, ours, byRate } = await compare(
    () => count('encore', Number(new URL(bench.address).port)),
    () => count('nginx', nginx.port),
  );
  const share = readsOf.nginx / answersOf.nginx;
  print('Encore alone', `${base.perSecond.toFixed(0)} per second, ${readsOf.encore} reads from S3`);
  print('nginx', `${describeRate(ours)}, ${readsOf.nginx} reads from S3`);
  print('ratio', `${byRate.toFixed(1)} by rate`);
  print('reads per thumb', `${share.toFixed(3)} (at most ${MOST_READS})`);
  return broken + (share > MOST_READS ? 1 : 0);
}

try {
  const missed = (await tryDisk()) + (await tryS3());
  process.exitCode = missed > 0 ? 1 : 0;
} finally {
  for (const stop of stops.reverse()) await stop();
}
