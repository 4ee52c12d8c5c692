import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { historyEndpoints } from '#contract/endpoints/operations.ts';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import { neutralPreview } from '#server/modules/images/derivatives.ts';
import { derivativeKey, originalKey } from '#server/modules/images/image-keys.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import {
  ingest,
  ingestAndWait,
  makePhoto,
  miscountedAlbums,
  processed,
  reloadImage,
} from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { processImage } from './process-image.ts';

const testApp = startTestApp();
const CHICAGO_NOON = '2026:11:14 12:01:30';

async function buildStage(fields: { autoPublish?: boolean } = {}) {
  const event = await buildEvent(testApp, fields);
  const album = await buildAlbum(testApp, {
    eventId: event.id,
    plannedAt: new Date('2026-11-14T18:00:00Z'),
    publishedAt: null,
  });
  return { event, album };
}

async function readDerivative(folder: string, imageId: number, variant: 'thumb' | 'preview') {
  const stored = await testApp.context.storage.read(derivativeKey(folder, imageId, variant));
  return stored && neutralPreview(stored);
}

test('a frame is filed by its time, with preview, thumb and placeholder', async () => {
  const { event, album } = await buildStage();
  const photo = await makePhoto({
    takenAt: CHICAGO_NOON,
    serial: 'A1',
    artist: 'Robin Lens',
    width: 2400,
    height: 1600,
  });
  const image = await ingestAndWait(testApp, { eventId: event.id }, photo);
  expect(image).toMatchObject({
    state: 'ready',
    albumId: album.id,
    filedBy: 'time',
    doubt: null,
    width: 2400,
    height: 1600,
    cameraSerial: 'A1',
    photographer: 'Robin Lens',
    cameraTime: '2026-11-14 18:01:30.25+00',
    capturedAt: '2026-11-14 18:01:30.25+00',
    placeholder: expect.stringMatching(/^[\w+/]{20,64}={0,2}$/),
  });
  const preview = await sharp(await readDerivative(album.uuid, image.id, 'preview')).metadata();
  expect(preview).toMatchObject({ format: 'jpeg', width: 1600, height: 1067 });
  const thumb = await sharp(await readDerivative(album.uuid, image.id, 'thumb')).metadata();
  expect(thumb).toMatchObject({ format: 'webp', width: 400, height: 267 });
  const reloaded = await testApp.context.db
    .selectFrom('albums')
    .select(['publishedAt', 'imagesCount'])
    .where('id', '=', album.id)
    .executeTakeFirstOrThrow();
  expect(reloaded).toEqual({ imagesCount: 1, publishedAt: null });
});

test('an album that is published by itself is so on record, once and by nobody', async () => {
  const { event, album } = await buildStage();
  await addPhotos(event.id, 5);
  const { token } = await buildUser(testApp, { role: 'customer_support' });
  const query = { scope: 'album', subject: album.id } as const;
  const { body: page } = await testApp.call(historyEndpoints.page, { token, query });
  const { body: count } = await testApp.call(historyEndpoints.count, { token, query });
  expect(page).toMatchObject({
    rows: [
      {
        action: 'album.publish-by-itself',
        actor_name: null,
        changes: [{ field: 'publishedAt', before: '', after: expect.stringContaining('T') }],
      },
    ],
  });
  expect(count).toEqual({ total: 1, people: [], actions: ['album.publish-by-itself'] });
});

async function addPhotos(eventId: number, photos: number): Promise<void> {
  for (let added = 0; added < photos; added += 1)
    await ingestAndWait(testApp, { eventId }, await makePhoto({ takenAt: CHICAGO_NOON }));
}

test('an album is published by itself only with as many photos as staff publish without a warning', async () => {
  const { event, album } = await buildStage();
  const { token } = await buildUser(testApp, { role: 'customer_support' });
  const params = { id: event.id };
  const waiting = async () =>
    (await testApp.call(overviewEndpoints.eventTotals, { token, params })).body.few_photos;
  await addPhotos(event.id, 3);
  expect(await publishedAt(album.id)).toBeNull();
  expect(await waiting()).toEqual({ albums: 1, fewest: 4 });
  await addPhotos(event.id, 1);
  expect(await publishedAt(album.id)).not.toBeNull();
  expect(await waiting()).toEqual({ albums: 0, fewest: 4 });
});

test('an album that staff took down stays down when it gets enough photos', async () => {
  const { event, album } = await buildStage();
  const { token } = await buildUser(testApp, { role: 'customer_support' });
  await addPhotos(event.id, 2);
  for (const published of [true, false]) {
    const body = { published, ...(published && { few_photos_ok: true }) };
    await testApp.call(catalogueEndpoints.updateAlbum, { token, params: { id: album.id }, body });
  }
  await addPhotos(event.id, 3);
  expect(await publishedAt(album.id)).toBeNull();
});

async function publishedAt(albumId: number): Promise<string | null> {
  const { db } = testApp.context;
  const album = await db
    .selectFrom('albums')
    .select('publishedAt')
    .where('id', '=', albumId)
    .executeTakeFirstOrThrow();
  return album.publishedAt;
}

test('an event that does not publish by itself keeps the album back', async () => {
  const { event, album } = await buildStage({ autoPublish: false });
  await addPhotos(event.id, 4);
  expect(await publishedAt(album.id)).toBeNull();
});

test('once an event publishes by itself, the next photo publishes an album that had enough before', async () => {
  const { event, album } = await buildStage({ autoPublish: false });
  await addPhotos(event.id, 4);
  const { token } = await buildUser(testApp, { role: 'customer_support' });
  await testApp.call(catalogueEndpoints.updateEvent, {
    token,
    params: { id: event.id },
    body: { auto_publish: true },
  });
  await addPhotos(event.id, 1);
  expect(await publishedAt(album.id)).not.toBeNull();
});

test.each([
  ['its own offset', { offset: '+09:00' }, '2026-11-14 03:01:30.25+00'],
  ["the time of the event's place", {}, '2026-11-14 18:01:30.25+00'],
])('a camera clock is read with %s', async (_, fields, cameraTime) => {
  const { event } = await buildStage();
  const photo = await makePhoto({ takenAt: CHICAGO_NOON, ...fields });
  expect(await ingestAndWait(testApp, { eventId: event.id }, photo)).toMatchObject({ cameraTime });
});

test("a frame without a time goes to the tray, in the tray's folder", async () => {
  const { event } = await buildStage();
  const image = await ingestAndWait(testApp, { eventId: event.id }, await makePhoto());
  expect(image).toMatchObject({ albumId: null, doubt: 'no_time', capturedAt: null });
  expect(await readDerivative(event.trayUuid, image.id, 'preview')).toBeDefined();
});

test('an upload straight to an album skips filing', async () => {
  const { event, album } = await buildStage();
  const target = { eventId: event.id, albumId: album.id };
  const image = await ingestAndWait(testApp, target, await makePhoto({ takenAt: '2026:01:01 00:00:00' }));
  expect(image).toMatchObject({ albumId: album.id, filedBy: 'upload', doubt: null });
});

test('a frame held upright is shown upright', async () => {
  const { event } = await buildStage();
  const photo = await makePhoto({ takenAt: CHICAGO_NOON, orientation: 6, width: 300, height: 200 });
  const image = await ingestAndWait(testApp, { eventId: event.id }, photo);
  expect(image).toMatchObject({ width: 200, height: 300 });
  const folder = await folderOfAlbum(image.albumId);
  const preview = await sharp(await readDerivative(folder, image.id, 'preview')).metadata();
  expect(preview).toMatchObject({ width: 200, height: 300 });
});

async function folderOfAlbum(albumId: number | null): Promise<string> {
  const { uuid } = await testApp.context.db
    .selectFrom('albums')
    .select('uuid')
    .where('id', '=', albumId)
    .executeTakeFirstOrThrow();
  return uuid;
}

test('location and every other note stay behind; the original is untouched', async () => {
  const { event, album } = await buildStage();
  const photo = await makePhoto({ takenAt: CHICAGO_NOON, serial: 'SECRET-77', hasLocation: true });
  expect((await sharp(photo).metadata()).exif?.includes('SECRET-77')).toBe(true);
  const image = await ingestAndWait(testApp, { eventId: event.id }, photo);
  for (const variant of ['thumb', 'preview'] as const) {
    const data = await readDerivative(album.uuid, image.id, variant);
    const { exif, xmp, iptc, icc } = await sharp(data).metadata();
    expect({ exif, xmp, iptc, icc }).toEqual({});
    expect(data?.includes('SECRET-77')).toBe(false);
  }
  const original = await testApp.context.storage.read(originalKey(event.id, image.contentHash));
  expect(original?.equals(photo)).toBe(true);
});

test('the watermark is burnt into preview and thumb', async () => {
  const { event, album } = await buildStage();
  const black = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#000' } })
    .jpeg()
    .withExif({ IFD2: { DateTimeOriginal: CHICAGO_NOON } })
    .toBuffer();
  const image = await ingestAndWait(testApp, { eventId: event.id }, black);
  for (const variant of ['thumb', 'preview'] as const) {
    const { channels } = await sharp(await readDerivative(album.uuid, image.id, variant)).stats();
    expect(channels[0]?.max).toBeGreaterThan(60);
    expect(channels[0]?.mean).toBeGreaterThan(1);
  }
});

describe('kinds of pictures', () => {
  const base = () => sharp({ create: { width: 400, height: 300, channels: 4, background: '#48a6' } });
  test.each<[string, () => Promise<Buffer>]>([
    ['PNG with transparency', () => base().png().toBuffer()],
    ['WebP', () => base().webp().toBuffer()],
    ['TIFF', () => base().tiff().toBuffer()],
    ['16-bit TIFF', () => base().toColourspace('rgb16').tiff().toBuffer()],
    ['gray JPEG', () => base().greyscale().jpeg().toBuffer()],
    ['CMYK JPEG', () => base().toColourspace('cmyk').jpeg().toBuffer()],
  ])('%s becomes ready', async (_, make) => {
    const { event } = await buildStage();
    const image = await ingestAndWait(testApp, { eventId: event.id }, await make());
    expect(image).toMatchObject({ state: 'ready', width: 400, height: 300, failure: null });
  });
});

describe('a bad file fails for good, with a reason, and leaves no derivative', () => {
  async function cutInHalf(): Promise<Buffer> {
    const photo = await makePhoto({ width: 900, height: 700 });
    return photo.subarray(0, photo.length / 2);
  }

  /** A PNG head that promises 30,000 x 30,000 pixels. */
  async function bomb(): Promise<Buffer> {
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    png.writeUInt32BE(30_000, 16);
    png.writeUInt32BE(30_000, 20);
    return png;
  }

  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['a JPEG cut in half', cutInHalf, /damaged/],
    ['a JPEG head alone', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /damaged|not a picture/],
    ['a picture of 900 megapixels', bomb, /too large|damaged/],
    [
      'a picture of 8 pixels',
      () =>
        sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
      /too small/,
    ],
  ])('%s', async (_, make, reason) => {
    const { event } = await buildStage();
    const image = await ingestAndWait(testApp, { eventId: event.id }, await make());
    expect(image).toMatchObject({ state: 'failed', albumId: null, failure: expect.stringMatching(reason) });
    expect(await readDerivative(event.trayUuid, image.id, 'preview')).toBeUndefined();
  });

  test('and is tried again when it is uploaded again', async () => {
    const { event } = await buildStage();
    const broken = await cutInHalf();
    const first = await ingestAndWait(testApp, { eventId: event.id }, broken);
    const again = await ingest(testApp, { eventId: event.id }, broken);
    expect(again).toBe(first.id);
    expect(await processed(testApp, again)).toMatchObject({ state: 'failed' });
  });
});

test('broken notes do not stop a good picture', async () => {
  const { event } = await buildStage();
  const photo = await makePhoto({ takenAt: '0000:00:00 00:00:00', serial: '\u0001\u0002' });
  const image = await ingestAndWait(testApp, { eventId: event.id }, photo);
  expect(image).toMatchObject({ state: 'ready', cameraTime: null, cameraSerial: null, doubt: 'no_time' });
});

test('the same job five times at once files and counts the image once', async () => {
  const { event, album } = await buildStage();
  const imageId = await ingest(testApp, { eventId: event.id }, await makePhoto({ takenAt: CHICAGO_NOON }));
  await Promise.all(Array.from({ length: 5 }, () => processImage(testApp.context, imageId)));
  await processImage(testApp.context, imageId);
  expect(await reloadImage(testApp, imageId)).toMatchObject({ state: 'ready', albumId: album.id });
  expect(await miscountedAlbums(testApp)).toEqual([]);
});

/** Receives a photo that no job processes, so that the test does it alone. */
function ingestAlone(eventId: number, photo: Buffer): Promise<number> {
  const { context } = testApp;
  const queue = { ...context.queue, enqueue: async () => undefined };
  return ingest({ ...testApp, context: { ...context, queue } }, { eventId }, photo);
}

test('an original that storage cannot give now is retried, not failed', async () => {
  const { event } = await buildStage();
  const { storage } = testApp.context;
  const broken = { ...testApp.context, storage: { ...storage, localPath: () => '/nowhere' } };
  const imageId = await ingestAlone(event.id, await makePhoto({ takenAt: CHICAGO_NOON }));
  await expect(processImage(broken, imageId)).rejects.toThrow(/missing/);
  expect(await reloadImage(testApp, imageId)).toMatchObject({ state: 'received' });
  await processImage(testApp.context, imageId);
  expect(await reloadImage(testApp, imageId)).toMatchObject({ state: 'ready' });
});

test('a picture that storage keeps elsewhere is developed the same', async () => {
  const { event, album } = await buildStage();
  const remote = { ...testApp.context.storage, localPath: () => undefined };
  const photo = await makePhoto({ takenAt: CHICAGO_NOON, serial: 'A1' });
  const imageId = await ingestAlone(event.id, photo);
  await processImage({ ...testApp.context, storage: remote }, imageId);
  expect(await reloadImage(testApp, imageId)).toMatchObject({ albumId: album.id, cameraSerial: 'A1' });
});
