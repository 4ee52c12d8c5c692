// Compares requests per second for pictures with a bare server that checks an HMAC and sends the file.
import { fork } from 'node:child_process';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { pictureRights } from '#server/app.ts';
import { markPreview } from '#server/modules/images/derivatives.ts';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { createStanding } from '#server/modules/images/standing.ts';
import { newestTraceKey } from '#server/modules/images/trace-keys.ts';
import { issueImageToken, verifyImageToken } from '#server/platform/image-tokens.ts';
import { type BenchApp, logIn, percentile, startBenchApp } from './bench-app.ts';
import { heldAlbum } from './held-album.ts';
import type { Load } from './load.ts';

const SIZES = { thumb: 10_000, preview: 300_000 } as const;
/** The last two rows tell what it costs to put a marked preview together: first the plain JPEG, then its pair. */
const ALBUMS: [Kind, number][] = [
  ['thumb', 300],
  ['thumb', 20_000],
  ['preview', 300],
  ['jpeg', 300],
  ['pair', 300],
];
const CONNECTIONS = 16;
const SECONDS = 2;
const ROUNDS = 5;
const CHECKS = 1_000_000;

type Variant = keyof typeof SIZES;
type Kind = Variant | 'jpeg' | 'pair';

const variantOf = (kind: Kind): Variant => (kind === 'thumb' ? 'thumb' : 'preview');
const SCENE = join(import.meta.dirname, '../server/demo/scenes/pyramid-01-azure.jpg');

async function contentOf(kind: Kind, { traceKeys }: BenchApp['context']): Promise<Buffer> {
  if (kind === 'thumb' || kind === 'preview') return randomBytes(SIZES[kind]);
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

/** The bare server has no framework, no ranges and no cache headers. */
function startBare({ context }: BenchApp, photos: string) {
  const server = createServer(async (request, response) => {
    const [path = '', token = ''] = (request.url ?? '').split('?auth=');
    const [, , , folder = '', name = ''] = path.split('/');
    const claims = token.slice(0, token.lastIndexOf('.'));
    const mac = createHmac('sha256', context.imageKeys[0]).update(`${folder}.${claims}`).digest('base64url');
    const given = Buffer.from(token.slice(claims.length + 1));
    if (!timingSafeEqual(given, Buffer.from(mac.slice(0, 22)))) return response.writeHead(403).end();
    const [id, variant] = name.split('.');
    const file = await readFile(join(photos, derivativeKey(folder, Number(id), variant as Variant)));
    response.writeHead(200, { 'content-type': 'image/webp', 'content-length': file.length }).end(file);
  });
  return new Promise<{ port: number; close(): void }>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ port, close: () => server.closeAllConnections() ?? server.close() });
    });
  });
}

const bench = await startBenchApp();
const photos = join(bench.context.config.dataDir, 'photos');
const bare = await startBare(bench, photos);
const generator = fork(join(import.meta.dirname, 'load.ts'));
type Measured = { perSecond: number; cpuMicros: number };

/** Both servers run in this process, so its processor time belongs to the server that is called. */
async function measure(port: number, paths: string[], seconds = SECONDS): Promise<Measured> {
  const before = process.cpuUsage();
  generator.send({ port, paths, connections: CONNECTIONS, seconds } satisfies Load);
  const [perSecond] = (await once(generator, 'message')) as [number];
  const { user, system } = process.cpuUsage(before);
  return { perSecond, cpuMicros: (user + system) / (perSecond * seconds) };
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
  const oursPort = Number(new URL(bench.address).port);
  console.log('variant    files   bare req/s   ours req/s   ours / bare   bare CPU us   ours CPU us');
  for (const [kind, count] of ALBUMS) {
    const variant = variantOf(kind);
    const folder = await heldAlbum(bench, userId);
    writePictures(photos, { folder, variant, count, bytes: await contentOf(kind, bench.context) });
    const grant = { folderUuid: folder, userId, scope: { kind: 'previews' as const } };
    const token = issueImageToken(bench.context, grant, 60);
    const paths = Array.from(
      { length: count },
      (_, index) => `/api/images/${folder}/${index + 1}.${variant}?auth=${token}`,
    );
    for (const port of [bare.port, oursPort]) await measure(port, paths, 1);
    const rounds: { bare: Measured; ours: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ bare: await measure(bare.port, paths), ours: await measure(oursPort, paths) });
    }
    const middle = (pick: (round: { bare: Measured; ours: Measured }) => number) =>
      percentile(rounds.map(pick), 0.5);
    const cells = [
      middle(({ bare }) => bare.perSecond).toFixed(0),
      middle(({ ours }) => ours.perSecond).toFixed(0),
      middle(({ bare, ours }) => ours.perSecond / bare.perSecond).toFixed(2),
      middle(({ bare }) => bare.cpuMicros).toFixed(0),
      middle(({ ours }) => ours.cpuMicros).toFixed(0),
    ];
    const line = cells.map((cell) => cell.padStart(13)).join('');
    console.log(`${kind.padEnd(8)}${String(count).padStart(8)}${line}`);
  }
  await measureCheck(userId);
} finally {
  generator.kill();
  bare.close();
  await bench.stop();
}
