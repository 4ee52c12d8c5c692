// Compares the speed of an album's zip over loopback HTTP with streaming the plain files and with archiver in store
// mode, then measures the memory used for a 20 GB album.
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ZipArchive } from 'archiver';
import { sql } from 'kysely';
import { originalKey } from '#server/modules/images/image-keys.ts';
import { hashSecret, newLinkToken } from '#server/platform/security/secrets.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { type BenchApp, startBenchApp } from './bench-app.ts';
import type { Drain, Drained } from './drain.ts';
import { notifyGoal, percentile } from './measure.ts';

const MB = 1024 ** 2;
const PHOTO_BYTES = 8 * MB;
const PHOTOS = 60;
const ROUNDS = 5;
const MAX_MEMORY_SECONDS = 90;
const LARGE_ALBUM_PHOTOS = (20 * 1024 * MB) / PHOTO_BYTES;

/** All photos share one file on disk, so that 20 GB of them take 8 MB. */
function writePhotos(folder: string, eventId: number, count: number, isShared: boolean) {
  let first = '';
  let checksum = 0;
  return Array.from({ length: count }, (_, index) => {
    const contentHash = createHash('sha256').update(`${eventId}/${index}`).digest();
    const path = join(folder, originalKey(eventId, contentHash));
    mkdirSync(dirname(path), { recursive: true });
    if (first && isShared) linkSync(first, path);
    else {
      const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(PHOTO_BYTES - 3)]);
      writeFileSync(path, bytes);
      checksum = crc32(bytes);
      first = path;
    }
    return { path, contentHash, crc32: checksum };
  });
}

type OwnedAlbum = { albumId: number; entitlementId: number; paths: string[] };

async function buildOwnedAlbum(bench: BenchApp, count: number, isShared: boolean): Promise<OwnedAlbum> {
  const { db, config } = bench.context;
  const { eventId, albumId, entitlementId } = await insertOwnedAlbum(bench);
  const photos = writePhotos(join(config.dataDir, 'photos'), eventId, count, isShared);
  await sql`
    insert into images (event_id, album_id, content_hash, crc32, size_bytes, file_name, state, captured_at)
    select ${eventId}, ${albumId}, hash, crc, ${PHOTO_BYTES}, 'IMG_' || n || '.JPG', 'ready',
      now() + make_interval(secs => n)
    from unnest(
      ${photos.map(({ contentHash }) => contentHash)}::bytea[],
      ${photos.map((photo) => photo.crc32)}::bigint[]
    ) with ordinality as photo (hash, crc, n)`.execute(db);
  await sql`
    insert into clean_originals (image_id, format, size_bytes, crc32)
    select id, 'jpeg', size_bytes, crc32 from images where album_id = ${albumId}`.execute(db);
  return { albumId, entitlementId, paths: photos.map(({ path }) => path) };
}

/** Its owner stays logged in, because an address works only while they are. */
async function insertOwnedAlbum(bench: BenchApp) {
  const [{ id: userId }, { id: albumId, eventId }] = [await buildUser(bench), await buildAlbum(bench)];
  const { rows } = await sql<{ entitlementId: number }>`
    with bought as (
      insert into orders (key, user_id, sub_total_cents, total_cents)
      values (md5(${albumId}::text), ${userId}, 0, 0) returning id),
    line as (
      insert into order_lines (order_id, album_id, price_cents, total_cents)
      select id, ${albumId}, 0, 0 from bought returning id)
    insert into entitlements (user_id, album_id, order_line_id)
    select ${userId}, ${albumId}, id from line returning id as "entitlementId"`.execute(bench.context.db);
  if (!rows[0]) throw new Error('no album was made');
  return { eventId, albumId, ...rows[0] };
}

/** Every round gets a new address because every download of a customer does. */
async function newZipUrl(
  { context: { db }, address }: BenchApp,
  { albumId, entitlementId }: OwnedAlbum,
): Promise<string> {
  const token = newLinkToken();
  await db
    .insertInto('zipAddresses')
    .values({ tokenHash: hashSecret(token), entitlementId, albumId, issuedAt: new Date() })
    .execute();
  return `${address}/api/album-zips/${token}`;
}

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

function streamFiles(paths: string[]): RequestListener {
  return async (_request, response) => {
    response.writeHead(200, { 'content-length': paths.length * PHOTO_BYTES });
    for (const path of paths) {
      const file = createReadStream(path);
      file.pipe(response, { end: false });
      await once(file, 'end');
    }
    response.end();
  };
}

function archive(paths: string[]): RequestListener {
  return (_request, response) => {
    const zip = new ZipArchive({ store: true });
    zip.pipe(response);
    for (const path of paths) zip.file(path, { name: basename(path) });
    void zip.finalize();
  };
}

const client = fork(join(import.meta.dirname, 'drain.ts'));
// Without this the benchmark would wait for the answer of a client that has failed.
client.on('exit', (code) => code && process.exit(code));
type Measured = { bytes: number; mbPerSecond: number };

async function measure(url: string, maxSeconds = 600): Promise<Measured> {
  client.send({ url, maxSeconds } satisfies Drain);
  const [{ bytes, seconds }] = (await once(client, 'message')) as [Drained];
  return { bytes, mbPerSecond: bytes / MB / seconds };
}

async function compare(bench: BenchApp): Promise<void> {
  const album = await buildOwnedAlbum(bench, PHOTOS, false);
  const { paths } = album;
  const plain = await serve(streamFiles(paths));
  const archiver = await serve(archive(paths));
  const rounds: { plain: Measured; ours: Measured; archiver: Measured }[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const measured = {
      plain: await measure(plain.url),
      ours: await measure(await newZipUrl(bench, album)),
      archiver: await measure(archiver.url),
    };
    if (round >= 0) rounds.push(measured);
  }
  const middle = (pick: (round: (typeof rounds)[number]) => number) => percentile(rounds.map(pick), 0.5);
  console.log(`${PHOTOS} photos of 8 MB, ${availableParallelism()} cores, medians of ${ROUNDS} rounds`);
  for (const name of ['plain', 'ours', 'archiver'] as const) {
    console.log(
      `${name.padEnd(10)}${middle((round) => round[name].mbPerSecond)
        .toFixed(0)
        .padStart(6)} MB/s`,
    );
  }
  const toPlain = middle(({ ours, plain }) => ours.mbPerSecond / plain.mbPerSecond);
  const toArchiver = middle(({ ours, archiver }) => ours.mbPerSecond / archiver.mbPerSecond);
  notifyGoal({ what: 'zip, to plain files', goal: 0.9, now: toPlain, unit: '', best: 'most' });
  notifyGoal({ what: 'zip, to archiver', goal: 4, now: toArchiver, unit: '', best: 'most' });
  console.log(`ours / plain    ${toPlain.toFixed(2)}   (goal 0.90)`);
  console.log(`ours / archiver ${toArchiver.toFixed(2)}   (goal 4)`);
  plain.close();
  archiver.close();
}

async function watchMemory(bench: BenchApp): Promise<void> {
  const url = await newZipUrl(bench, await buildOwnedAlbum(bench, LARGE_ALBUM_PHOTOS, true));
  const before = process.memoryUsage.rss();
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(process.memoryUsage.rss()), 100);
  const { mbPerSecond, bytes } = await measure(url, MAX_MEMORY_SECONDS);
  clearInterval(timer);
  const inMb = (bytes: number) => (bytes / MB).toFixed(0);
  const half = Math.floor(samples.length / 2);
  const [early, late] = [samples.slice(0, half), samples.slice(half)].map((part) => percentile(part, 0.5));
  const sent = `${(bytes / 1024 / MB).toFixed(1)} of 20 GB in ${LARGE_ALBUM_PHOTOS} photos`;
  console.log(`${sent}: ${mbPerSecond.toFixed(0)} MB/s`);
  console.log(
    `resident MB: before ${inMb(before)}, first half ${inMb(early ?? 0)}, second half ${inMb(late ?? 0)}, ` +
      `most ${inMb(Math.max(...samples))}`,
  );
}

const bench = await startBenchApp();
try {
  await compare(bench);
  await watchMemory(bench);
} finally {
  client.kill();
  await bench.stop();
}
