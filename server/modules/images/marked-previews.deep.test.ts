import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { areVariants, openVariants } from '#engines/watermark/variants.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { createKeyRing } from '#server/platform/security/key-ring.ts';
import { holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { ingestAndWait, makePhoto, reloadImage } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { decodePhoto, neutralPreview } from './derivatives.ts';
import { derivativeKey } from './image-keys.ts';
import { PREVIEW_BURST } from './preview-meter.ts';
import { insertRemake, remakeMarks } from './remake-marks.ts';
import { sweepLeakTracing } from './replaced-variants.ts';
import { findTraceKey, listTraceKeys, newestTraceKey } from './trace-keys.ts';
import { createViewLog, linkViewer, spansOf } from './view-log.ts';

const testApp = startTestApp();
const NO_SIGNAL = new AbortController().signal;
let album: TestAlbum;
let imageId: number;
let ana: TestUser;
let ben: TestUser;
let staff: TestUser;

beforeAll(async () => {
  album = await buildAlbum(testApp);
  const target = { eventId: album.eventId, albumId: album.id };
  imageId = (await ingestAndWait(testApp, target, await makePhoto({ width: 900, height: 600 }))).id;
  [ana, ben] = [await buildUser(testApp), await buildUser(testApp)];
  staff = await buildUser(testApp, { role: 'super' });
  for (const user of [ana, ben]) await holdAlbum(testApp, user, album);
});

type Asked = { headers?: Record<string, string>; method?: 'GET' | 'HEAD'; id?: number };

async function getPreview(
  { id: userId }: { id: number },
  { headers = {}, method, id = imageId }: Asked = {},
) {
  const grant = { folderUuid: album.uuid, userId, scope: { kind: 'previews' as const } };
  const auth = issueImageToken(testApp.context, grant, 30);
  const url = `/api/images/${album.uuid}/${id}.preview?auth=${auth}`;
  const answer = await testApp.app.inject({ url, headers, method: method ?? 'GET' });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

const pixelsOf = (jpeg: Buffer) => sharp(jpeg).raw().toBuffer();
const stored = async (id = imageId) => {
  const found = await testApp.context.storage.read(derivativeKey(album.uuid, id, 'preview'));
  if (!found) throw new Error('the preview is missing');
  return found;
};
const logged = () =>
  testApp.context.db.selectFrom('shownPreviews').selectAll().orderBy('viewer').orderBy('day').execute();

describe('a preview', () => {
  test('is stored as variants under the newest key, and each viewer gets a copy of their own', async () => {
    expect(areVariants(await stored())).toBe(true);
    const { traceKey } = await reloadImage(testApp, imageId);
    expect(traceKey).toBe(newestTraceKey(testApp.context.traceKeys).keyId);
    const [first, again, other] = [await getPreview(ana), await getPreview(ana), await getPreview(ben)];
    expect(first.bytes.equals(again.bytes)).toBe(true);
    expect(first.bytes.equals(other.bytes)).toBe(false);
    expect(first.headers.etag).not.toBe(other.headers.etag);
    const [left, right] = await Promise.all([pixelsOf(first.bytes), pixelsOf(other.bytes)]);
    expect(left.length).toBe(right.length);
    expect(left.every((value, at) => Math.abs(value - (right[at] ?? 0)) <= 4)).toBe(true);
  });

  test('has its exact length, resumes, and is neither sent twice nor shared by a cache', async () => {
    const whole = await getPreview(ana);
    expect(whole.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(whole.bytes.length),
      'cache-control': 'private, max-age=5',
    });
    const head = await getPreview(ana, { method: 'HEAD' });
    expect(head.headers['content-length']).toBe(String(whole.bytes.length));
    expect(head.bytes.length).toBe(0);
    const part = await getPreview(ana, { headers: { range: 'bytes=100-299' } });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(whole.bytes.subarray(100, 300))).toBe(true);
    const etag = String(whole.headers.etag);
    expect((await getPreview(ana, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const other = await getPreview(ben, { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
    const resumed = await getPreview(ben, { headers: { range: 'bytes=0-9', 'if-range': etag } });
    expect(resumed.status).toBe(200);
  });

  test('is neither shown nor counted by HEAD', async () => {
    const visitor = await buildUser(testApp);
    await holdAlbum(testApp, visitor, album);
    const before = (await logged()).length;
    for (let i = 0; i <= PREVIEW_BURST; i++) {
      expect((await getPreview(visitor, { method: 'HEAD' })).status).toBe(200);
    }
    expect(await logged()).toHaveLength(before);
    expect((await getPreview(visitor)).status).toBe(200);
    expect(await logged()).toHaveLength(before + 1);
  });

  test('is the copy of the person its address was issued to, whoever opens it', async () => {
    const own = await getPreview(ana);
    const headers = { authorization: `Bearer ${ben.token}` };
    expect((await getPreview(ana, { headers })).status).toBe(403);
    expect((await getPreview(ana)).bytes.equals(own.bytes)).toBe(true);
  });

  test('of a wall or a pass is marked for the link', () => {
    expect(linkViewer('wall', 7).code).not.toBe(linkViewer('pass', 7).code);
  });

  test('that is damaged in storage is missing, not an error of the server', async () => {
    const target = { eventId: album.eventId, albumId: album.id };
    const { id } = await ingestAndWait(testApp, target, await makePhoto());
    const key = derivativeKey(album.uuid, id, 'preview');
    await testApp.context.storage.put(key, (await stored(id)).subarray(0, 200));
    expect((await getPreview(ana, { id })).status).toBe(404);
  });
});

describe('the view log', () => {
  test('knows a viewer of the first picture before it is sent, with every photo of the album', async () => {
    const target = { eventId: album.eventId, albumId: album.id };
    const second = (await ingestAndWait(testApp, target, await makePhoto())).id;
    const newcomer = await buildUser(testApp);
    await holdAlbum(testApp, newcomer, album);
    onTestFinished(testApp.stopClock());
    await getPreview(newcomer);
    const [row] = (await logged()).filter(({ userId }) => userId === newcomer.id);
    expect(row).toMatchObject({ viewer: `account:${newcomer.id}`, folder: album.uuid });
    expect(row?.images).toContain(String(imageId));
    await getPreview(newcomer, { id: second });
    expect((await logged()).filter(({ userId }) => userId === newcomer.id)).toEqual([row]);
  });

  test('adds a photo that came after the album was opened', async () => {
    await getPreview(ana);
    const target = { eventId: album.eventId, albumId: album.id };
    const { id } = await ingestAndWait(testApp, target, await makePhoto());
    await getPreview(ana, { id });
    const { db } = testApp.context;
    const rows = await db.selectFrom('shownPreviews').select('images').where('userId', '=', ana.id).execute();
    const holds = (text: string) =>
      [...text.matchAll(/\[(\d+),(\d+)\)/g)].some(
        ([, start, end]) => Number(start) <= id && id < Number(end),
      );
    expect(rows.some(({ images }) => holds(images))).toBe(true);
  });

  test('has one row for many requests at once, in several processes', async () => {
    const viewer = linkViewer('wall', 4711);
    onTestFinished(testApp.stopClock());
    const logs = [createViewLog(testApp.context), createViewLog(testApp.context)];
    await Promise.all(
      logs.flatMap((log) => Array.from({ length: 20 }, () => log.note(viewer, album.uuid, imageId))),
    );
    expect((await logged()).filter((row) => row.viewer === viewer.code)).toHaveLength(1);
    expect(logs[0]?.note(viewer, album.uuid, imageId)).toBeUndefined();
  });

  test('goes with the account', async () => {
    const leaving = await buildUser(testApp);
    await holdAlbum(testApp, leaving, album);
    await getPreview(leaving);
    await testApp.context.db.deleteFrom('users').where('id', '=', leaving.id).execute();
    expect((await logged()).filter((row) => row.viewer === `account:${leaving.id}`)).toEqual([]);
  });

  test('keeps long rows short and loses no photo', () => {
    const scattered = Array.from({ length: 3_000 }, (_, index) => index * 7 + 1);
    const spans = spansOf(scattered);
    expect(spans.length).toBeLessThanOrEqual(200);
    expect(scattered.every((id) => spans.some(({ start, end }) => start <= id && id < end))).toBe(true);
    expect(spansOf([5, 3, 4, 9])).toEqual([
      { start: 3, end: 6 },
      { start: 9, end: 10 },
    ]);
  });
});

test('a preview that carries no marks is served as it is', async () => {
  const photo = await makePhoto({ width: 640, height: 480 });
  const { data, width, height } = await decodePhoto(photo);
  const preview = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80, optimiseCoding: false })
    .toBuffer();
  const plain = await buildImage(testApp, album, { files: { original: photo, preview } });
  const broken = await buildImage(testApp, album);
  expect((await getPreview(ana, { id: plain.id })).bytes.equals(preview)).toBe(true);
  expect((await getPreview(ana, { id: broken.id })).bytes.toString()).toBe(`preview ${broken.id}`);
});

test('a new watermark keeps variants that were shown for as long as leak detection is promised', async () => {
  const { context } = testApp;
  const target = { eventId: album.eventId, albumId: album.id };
  const { id } = await ingestAndWait(testApp, target, await makePhoto({ width: 480, height: 320 }));
  await getPreview(ana, { id });
  const variants = await stored(id);
  const keys = async () =>
    (
      await context.db.selectFrom('replacedVariants').select('storageKey').where('imageId', '=', id).execute()
    ).map(({ storageKey }) => storageKey);
  await testApp.call(settingsEndpoints.changeSettings, {
    token: staff.token,
    body: { watermark_text: 'another text' },
  });
  await testApp.advanceMinutes(1);
  const remake = await insertRemake(context.db, {
    mark: '42/100/another text',
    startedBy: staff.id,
    startedAt: context.clock.now(),
  });
  await remakeMarks(context, { remakeId: remake?.id ?? 0 }, NO_SIGNAL);
  expect((await stored(id)).equals(variants)).toBe(false);
  const [key = ''] = await keys();
  expect((await context.storage.read(key))?.equals(variants)).toBe(true);
  testApp.advanceMinutes(2 * 24 * 60);
  await sweepLeakTracing(context, NO_SIGNAL);
  expect(await keys()).toEqual([key]);
  testApp.advanceMinutes(370 * 24 * 60);
  await sweepLeakTracing(context, NO_SIGNAL);
  expect(await keys()).toEqual([]);
  expect(await context.storage.stat(key)).toBeUndefined();
  expect(await logged()).toEqual([]);
});

describe('keys', () => {
  const secrets = (ids: string[]) => ({
    keys: ids.map((secret) => ({ secret: secret.repeat(32) })),
    jwtSecret: undefined,
    dataDir: testApp.context.config.dataDir,
  });
  const ringOf = (...ids: string[]) => createKeyRing(secrets(ids), 'trace-secret-of-test', 'marked previews');

  test('older variants are served and searched with the key that made them', () => {
    const { keyId } = newestTraceKey(ringOf('a'));
    const rotated = ringOf('b', 'a');
    expect(newestTraceKey(rotated).keyId).not.toBe(keyId);
    expect(findTraceKey(rotated, keyId).keyId).toBe(keyId);
    expect(listTraceKeys(rotated, keyId).map((key) => key.keyId)).toEqual([keyId]);
  });

  test('variants whose key was removed stays visible, and every key is tried', () => {
    const { keyId } = newestTraceKey(ringOf('a'));
    const rotated = ringOf('c', 'b');
    expect(findTraceKey(rotated, keyId)).toEqual(newestTraceKey(rotated));
    expect(listTraceKeys(rotated, keyId)).toHaveLength(2);
  });
});

test('a neutral preview is a whole picture of the same size', async () => {
  const { width, height } = await sharp(neutralPreview(await stored())).metadata();
  expect(openVariants(await stored())).toMatchObject({ width, height });
});
