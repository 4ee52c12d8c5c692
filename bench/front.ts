// Compares thumbs that nginx serves with the shipped configuration, checking every right, with plain files of nginx.
// Before that it tries addresses that must be refused. It needs nginx.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { issueImageToken, issueThumbToken } from '#server/platform/image-tokens.ts';
import { findPort, readCpuMicros, startNginx } from '../scripts/front-servers.ts';
import { logIn, percentile, startBenchApp } from './bench-app.ts';
import { heldAlbum } from './held-album.ts';
import type { Load } from './load.ts';

const THUMB_BYTES = 10_000;
const COUNT = 300;
const CONNECTIONS = 16;
const SECONDS = 2;
const ROUNDS = 5;
const GOAL = 0.5;
const ENDS_WITHIN_SECONDS = 5;

const bench = await startBenchApp();
const { context } = bench;
const photos = join(context.config.dataDir, 'photos');
const folder = mkdtempSync(join(tmpdir(), 'encore-front-'));
chmodSync(folder, 0o755);
const staticPort = await findPort();
const nginx = await startNginx(folder, {
  upstreams: [new URL(bench.address).host],
  pictures: `root ${photos};\ninclude pictures-disk.conf;\n`,
  extra: `server {
    listen 127.0.0.1:${staticPort};
    root ${photos};
    types {
    }
    default_type image/webp;
    open_file_cache max=50000 inactive=30s;
    open_file_cache_valid 2s;
  }\n`,
});
const generator = fork(join(import.meta.dirname, 'load.ts'));

async function measure(port: number, paths: string[]): Promise<{ perSecond: number; cpuMicros: number }> {
  const before = readCpuMicros(nginx.pid);
  generator.send({ port, paths, connections: CONNECTIONS, seconds: SECONDS } satisfies Load);
  const [perSecond] = (await once(generator, 'message')) as [number];
  return { perSecond, cpuMicros: (readCpuMicros(nginx.pid) - before) / (perSecond * SECONDS) };
}

const ask = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${nginx.port}${path}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return {
    status: answer.status,
    isFromDisk: answer.headers.get('server') === 'nginx' && !answer.headers.has('x-request-id'),
    bytes,
    headers: answer.headers,
  };
};

let failures = 0;
function check(isTrue: boolean, rule: string): void {
  if (!isTrue) failures += 1;
  console.log(`${isTrue ? 'ok  ' : 'FAIL'} ${rule}`);
}

async function endsInTime(path: string): Promise<boolean> {
  const deadline = performance.now() + ENDS_WITHIN_SECONDS * 1000;
  while (performance.now() < deadline) {
    const { status } = await ask(path);
    if (status === 403 || status === 404) return true;
    await sleep(100);
  }
  return false;
}

try {
  const { userId } = await logIn(bench, 'authenticated');
  const uuid = await heldAlbum(bench, userId);
  for (let id = 1; id <= COUNT; id++) {
    for (const variant of ['thumb', 'clean-thumb'] as const) {
      const path = join(photos, derivativeKey(uuid, id, variant));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, Buffer.alloc(THUMB_BYTES, variant));
    }
  }
  const grant = { folderUuid: uuid, userId, scope: { kind: 'previews' as const } };
  const token = issueImageToken(context, grant, 60);
  const pathOf = (id: number, auth = token) => `/api/images/${uuid}/${id}.thumb?auth=${auth}`;

  const open = await ask(pathOf(7));
  check(
    open.status === 200 && open.bytes.equals(Buffer.alloc(THUMB_BYTES, 'thumb')),
    'a thumb is the watermarked file',
  );
  check(
    open.headers.get('etag')?.includes('-') === true && open.headers.get('x-request-id') === null,
    'nginx sends it from the disk',
  );
  check(
    /^private, max-age=1[78]\d\d$/.test(open.headers.get('cache-control') ?? ''),
    'only the browser keeps it',
  );
  const someThumbs = issueThumbToken(context, { folderUuid: uuid, userId, imageIds: [12, 150] });
  check((await ask(pathOf(150, someThumbs))).status === 200, 'a token for some thumbs opens these');
  for (const [id, what] of [
    [15, 'not listed'],
    [2, 'part of a listed number'],
    [50, 'the end of a listed number'],
  ] as const) {
    check((await ask(pathOf(id, someThumbs))).status === 403, `a thumb that is ${what} is refused`);
  }
  check(
    (await ask(pathOf(7, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`))).status === 403,
    'an altered token is refused',
  );
  check((await ask(pathOf(7, ''))).status === 401, 'an address without a token is refused');
  check(
    (
      await ask(
        `/api/images/${uuid.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}/7.thumb?auth=${token}`,
      )
    ).status === 403,
    "another album's token is refused",
  );
  check(
    (await ask(pathOf(7, issueImageToken(context, grant, -1)))).status === 403,
    'an expired token is refused',
  );
  const brief = issueImageToken(context, grant, 3 / 60);
  check(
    (await ask(pathOf(8, brief))).status === 200 && (await endsInTime(pathOf(8, brief))),
    'a token that expires is refused from then on',
  );
  check(
    (await ask('/picture-access')).headers.get('x-picture-rendition') === null,
    'visitors cannot ask for rights at nginx',
  );

  const paths = Array.from({ length: COUNT }, (_, index) => pathOf(index + 1));
  const files = Array.from({ length: COUNT }, (_, index) => `/${derivativeKey(uuid, index + 1, 'thumb')}`);
  await measure(nginx.port, paths);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ plain: await measure(staticPort, files), ours: await measure(nginx.port, paths) });
  }
  const middle = (pick: (round: (typeof rounds)[number]) => number) => percentile(rounds.map(pick), 0.5);
  const rate = middle(({ plain, ours }) => ours.perSecond / plain.perSecond);
  console.log(
    `plain files  ${middle((round) => round.plain.perSecond).toFixed(0)} per second, ${middle((round) => round.plain.cpuMicros).toFixed(0)} us of nginx each`,
  );
  console.log(
    `thumbs       ${middle((round) => round.ours.perSecond).toFixed(0)} per second, ${middle((round) => round.ours.cpuMicros).toFixed(0)} us of nginx each`,
  );
  console.log(
    `ratio        ${rate.toFixed(2)} by rate, ${middle(({ plain, ours }) => plain.cpuMicros / ours.cpuMicros).toFixed(2)} by processor time (goal ${GOAL})`,
  );
  check(rate >= GOAL, 'thumbs reach half of the rate of plain files');

  await ask(pathOf(7));
  await context.db.updateTable('albums').set({ publishedAt: null }).where('uuid', '=', uuid).execute();
  check(await endsInTime(pathOf(7)), `unpublishing closes thumbs within ${ENDS_WITHIN_SECONDS} seconds`);
  await context.db.updateTable('albums').set({ publishedAt: new Date() }).where('uuid', '=', uuid).execute();
  await sleep(4_000);
  check((await ask(pathOf(7))).status === 200, 'publishing opens them again');
  await context.db.deleteFrom('sessions').where('userId', '=', userId).execute();
  check(
    await endsInTime(pathOf(7)),
    `logging out everywhere closes thumbs within ${ENDS_WITHIN_SECONDS} seconds`,
  );
} finally {
  generator.kill();
  await nginx.stop();
  await bench.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;
