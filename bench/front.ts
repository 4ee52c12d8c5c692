// Compares thumbs that nginx serves with the shipped configuration, checking every right, with plain files of nginx.
// Before that it tries addresses with both configurations, for pictures on the disk and on S3. It needs nginx.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { issueImageToken } from '#server/platform/image-tokens.ts';
import { findPort, startNginx } from '../scripts/front-servers.ts';
import { logIn, percentile, startBenchApp } from './bench-app.ts';
import { tryAddresses, writeThumbs } from './front-addresses.ts';
import { heldAlbum } from './held-album.ts';
import type { Load } from './load.ts';
import { processorSeconds } from './processor-time.ts';

const COUNT = 300;
const CONNECTIONS = 16;
const SECONDS = 2;
const ROUNDS = 5;
const GOAL = 0.5;

const bench = await startBenchApp();
const { context } = bench;
const photos = join(context.config.dataDir, 'photos');
const folder = mkdtempSync(join(tmpdir(), 'encore-front-'));
chmodSync(folder, 0o755);
const generator = fork(join(import.meta.dirname, 'load.ts'));
const stops = [
  () => rmSync(folder, { recursive: true, force: true }),
  () => bench.stop(),
  () => generator.kill(),
];

async function startFront(name: string, pictures: string, extra = '') {
  const upstreams = [new URL(bench.address).host];
  const nginx = await startNginx(join(folder, name), { upstreams, pictures, extra });
  stops.push(() => nginx.stop());
  return nginx;
}

/** Measures thumbs and plain files in turns, because other load on the machine changes. */
async function compareRates(nginx: { pid: number; port: number }, staticPort: number, userId: number) {
  const uuid = await heldAlbum(bench, userId);
  writeThumbs(bench, uuid, COUNT);
  const grant = { folderUuid: uuid, userId, scope: { kind: 'previews' as const } };
  const token = issueImageToken(context, grant, 60);
  const ids = Array.from({ length: COUNT }, (_, index) => index + 1);
  const thumbs = ids.map((id) => `/api/images/${uuid}/${id}.thumb?auth=${token}`);
  const files = ids.map((id) => `/${derivativeKey(uuid, id, 'thumb')}`);
  const measure = async (port: number, paths: string[]) => {
    const before = processorSeconds(nginx.pid);
    generator.send({ port, paths, connections: CONNECTIONS, seconds: SECONDS } satisfies Load);
    const [perSecond] = (await once(generator, 'message')) as [number];
    return { perSecond, micros: (1e6 * (processorSeconds(nginx.pid) - before)) / (perSecond * SECONDS) };
  };
  await measure(nginx.port, thumbs);
  type Measured = Awaited<ReturnType<typeof measure>>;
  const rounds: { plain: Measured; ours: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ plain: await measure(staticPort, files), ours: await measure(nginx.port, thumbs) });
  }
  const middle = (pick: (round: { plain: Measured; ours: Measured }) => number) =>
    percentile(rounds.map(pick), 0.5);
  return {
    plain: { perSecond: middle(({ plain }) => plain.perSecond), micros: middle(({ plain }) => plain.micros) },
    ours: { perSecond: middle(({ ours }) => ours.perSecond), micros: middle(({ ours }) => ours.micros) },
    byRate: middle(({ plain, ours }) => ours.perSecond / plain.perSecond),
    byTime: middle(({ plain, ours }) => plain.micros / ours.micros),
  };
}

try {
  const { userId } = await logIn(bench, 'authenticated');
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
  const disk = await startFront('disk', `root ${photos};\ninclude pictures-disk.conf;\n`, plainFiles);
  const cached = await startFront('cached', 'include pictures-cached.conf;\n');
  console.log('pictures-disk.conf');
  const broken = await tryAddresses(bench, { port: disk.port, userId, isFromDisk: true });
  console.log('pictures-cached.conf');
  const brokenToo = await tryAddresses(bench, { port: cached.port, userId, isFromDisk: false });
  const { plain, ours, byRate, byTime } = await compareRates(disk, staticPort, userId);
  for (const [name, { perSecond, micros }] of Object.entries({ 'plain files': plain, thumbs: ours })) {
    console.log(
      `${name.padEnd(12)}${perSecond.toFixed(0)} per second, ${micros.toFixed(0)} us of nginx each`,
    );
  }
  console.log(
    `ratio       ${byRate.toFixed(2)} by rate, ${byTime.toFixed(2)} by processor time (goal ${GOAL})`,
  );
  process.exitCode = broken + brokenToo > 0 || byTime < GOAL ? 1 : 0;
} finally {
  for (const stop of stops.reverse()) await stop();
}
