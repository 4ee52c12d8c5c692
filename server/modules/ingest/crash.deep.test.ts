import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { derivativeKey, originalKey } from '#server/modules/images/image-keys.ts';
import { buildAlbum, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { rounds } from '#server/testing/chaos.ts';
import { eventually } from '#server/testing/factories.ts';
import { makePhoto, miscountedAlbums } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const FILES = rounds({ usually: 12, inChaos: 100 });
const testApp = startTestApp();
const folder = mkdtempSync(join(tmpdir(), 'encore-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The command line, as a photographer runs it, on the test's own database. */
function startIngest(eventId: number, albumId: number): ChildProcess {
  const script = join(import.meta.dirname, '../../../scripts/ingest.ts');
  const args = [script, join(folder, 'card'), '--event', String(eventId), '--album', String(albumId)];
  return spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      DATA_DIR: testApp.context.config.dataDir,
      DATABASE_URL: testApp.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Nobody can add this photo until the returned function is called, so that the command cannot end before it is killed. */
async function holdBack({ id: albumId, eventId }: TestAlbum, photo: Buffer): Promise<() => Promise<void>> {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: setHeld } = Promise.withResolvers<void>();
  const holding = testApp.context.db.transaction().execute(async (tx) => {
    const contentHash = createHash('sha256').update(photo).digest();
    const file = { crc32: 0, sizeBytes: photo.length, fileName: 'held-back.jpg' };
    await tx
      .insertInto('images')
      .values({ eventId, albumId, contentHash, ...file })
      .execute();
    setHeld();
    await isOver;
    throw new Error('let go');
  });
  await isHeld;
  return async () => {
    end();
    await expect(holding).rejects.toThrow('let go');
  };
}

test('ingest killed in the middle, then run again, has every file exactly once', async () => {
  const album = await buildAlbum(testApp);
  mkdirSync(join(folder, 'card'));
  const photos = [];
  for (let i = 0; i < FILES; i += 1) {
    const photo = await makePhoto();
    writeFileSync(join(folder, 'card', `${i}.jpg`), photo);
    photos.push(photo);
  }
  const letGo = await holdBack(album, photos.at(-1) as Buffer);
  const countReady = async () => {
    const rows = await testApp.context.db
      .selectFrom('images')
      .select('id')
      .where('albumId', '=', album.id)
      .where('state', '=', 'ready')
      .execute();
    return rows.length;
  };

  const killed = startIngest(album.eventId, album.id);
  // Its first line tells that it has started, which takes seconds on a busy machine.
  await once(killed.stdout as NodeJS.ReadableStream, 'data');
  await eventually(async () => ((await countReady()) >= 4 ? true : undefined), 'the first frames');
  killed.kill('SIGKILL');
  await once(killed, 'close');
  await letGo();
  expect(await countReady()).toBeLessThan(FILES);

  const second = startIngest(album.eventId, album.id);
  const [code] = await once(second, 'close');
  expect(code).toBe(0);
  const images = await eventually(async () => {
    const rows = await testApp.context.db
      .selectFrom('images')
      .selectAll()
      .where('eventId', '=', album.eventId)
      .execute();
    return rows.every(({ state }) => state === 'ready') ? rows : undefined;
  }, 'every frame ready');
  expect(images).toHaveLength(FILES);
  expect(new Set(images.map(({ fileName }) => fileName)).size).toBe(FILES);
  expect(await miscountedAlbums(testApp)).toEqual([]);
  for (const image of images) {
    const { storage } = testApp.context;
    expect(await storage.stat(derivativeKey(album.uuid, image.id, 'thumb'))).toBeDefined();
    expect(await storage.stat(originalKey(album.eventId, image.contentHash))).toMatchObject({
      sizeBytes: image.sizeBytes,
    });
  }
}, 60_000);
