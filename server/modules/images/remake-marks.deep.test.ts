import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SITE_SETTINGS, settingsEndpoints } from '#contract/endpoints/settings.ts';
import { watermarkEndpoints } from '#contract/endpoints/watermark.ts';
import type { Context } from '#server/context.ts';
import { moveImages } from '#server/modules/ingest/move-images.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, countHits, eventually, type TestUser } from '#server/testing/factories.ts';
import { ingestAndWait, makePhoto, reloadImage } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { derivativeKey, originalKey } from './image-keys.ts';
import { insertRemake, remakeMarks, remakeMarksJob } from './remake-marks.ts';

const testApp = startTestApp();
let staff: TestUser;
let album: TestAlbum;

beforeAll(async () => {
  staff = await buildUser(testApp, { role: 'super' });
});

const change = (body: object) => testApp.call(settingsEndpoints.changeSettings, { token: staff.token, body });
const start = (token = staff.token) => testApp.call(watermarkEndpoints.startWatermarkRemake, { token });
const progress = async () =>
  (await testApp.call(watermarkEndpoints.watermarkRemake, { token: staff.token })).body;
const finished = () =>
  eventually(async () => {
    const remake = await progress();
    return remake.state === 'idle' ? remake : undefined;
  }, 'the end of the remake');

beforeEach(async () => {
  album = await buildAlbum(testApp);
});

afterEach(async () => {
  await finished();
  const { watermark_text, watermark_opacity_percent, watermark_size_percent } = DEFAULT_SITE_SETTINGS;
  await change({ watermark_text, watermark_opacity_percent, watermark_size_percent });
  await testApp.context.db
    .updateTable('images')
    .set({ state: 'failed', failure: 'of an earlier test' })
    .execute();
});

async function addPhotos(count: number): Promise<number[]> {
  const ids = [];
  for (let i = 0; i < count; i += 1) {
    const target = { eventId: album.eventId, albumId: album.id };
    ids.push((await ingestAndWait(testApp, target, await makePhoto({ width: 480, height: 320 }))).id);
  }
  return ids;
}

const markOf = async (imageId: number) => (await reloadImage(testApp, imageId)).mark;

async function getPreview(imageId: number, headers: Record<string, string> = {}) {
  const grant = { folderUuid: album.uuid, userId: staff.id, scope: { kind: 'previews' as const } };
  const auth = issueImageToken(testApp.context, grant, 30);
  const url = `/api/images/${album.uuid}/${imageId}.preview?auth=${auth}`;
  const { statusCode, headers: received, rawPayload } = await testApp.app.inject({ url, headers });
  return { status: statusCode, etag: String(received.etag), body: rawPayload };
}

const NEW_TEXT = 'northshore proof';
const NEW_NAME = `42/100/${NEW_TEXT}`;

test('a changed mark is on the next photo, without a restart', async () => {
  const target = { eventId: album.eventId, albumId: album.id };
  const color = { create: { width: 480, height: 320, channels: 3 as const, background: '#446' } };
  const photoOf = (quality: number) => sharp(color).jpeg({ quality }).toBuffer();
  const before = await ingestAndWait(testApp, target, await photoOf(90));
  await change({ watermark_text: NEW_TEXT });
  const after = await ingestAndWait(testApp, target, await photoOf(91));
  expect([before.mark, after.mark]).toEqual(['42/100/encore preview', NEW_NAME]);
  const [one, other] = [await getPreview(before.id), await getPreview(after.id)];
  const [left, right] = await Promise.all([one, other].map(({ body }) => sharp(body).raw().toBuffer()));
  const far = left?.filter((value, at) => Math.abs(value - (right?.[at] ?? 0)) > 20).length ?? 0;
  expect(far / (left?.length ?? 1)).toBeGreaterThan(0.005);
});

describe('making the pictures of older photos again', () => {
  test('gives each the new mark, where it lies, and browsers a new version of it', async () => {
    const ids = await addPhotos(3);
    const before = await Promise.all(ids.map((id) => getPreview(id)));
    await change({ watermark_text: NEW_TEXT });
    expect(await progress()).toEqual({ state: 'idle', done: 0, total: 3, left: 0 });
    expect(await start()).toMatchObject({ status: 200, body: { state: 'running', total: 3 } });
    expect(await finished()).toEqual({ state: 'idle', done: 3, total: 3, left: 0 });
    for (const [index, id] of ids.entries()) {
      const { etag = '' } = before[index] ?? {};
      const now = await getPreview(id, { 'if-none-match': etag });
      expect(now.status).toBe(200);
      expect(now.etag).not.toBe(etag);
      expect((await getPreview(id, { 'if-none-match': now.etag })).status).toBe(304);
      expect(await markOf(id)).toBe(NEW_NAME);
    }
    const audit = await testApp.context.db
      .selectFrom('auditLog')
      .select(['actorId', 'after'])
      .where('action', '=', 'watermark.remake')
      .execute();
    expect(audit).toEqual([{ actorId: staff.id, after: { mark: NEW_NAME } }]);
  });

  test('is started once, however often it is asked for', async () => {
    await addPhotos(2);
    await change({ watermark_text: NEW_TEXT });
    const remakes = () => testApp.context.db.selectFrom('watermarkRemakes').select('id').execute();
    const before = (await remakes()).length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => start()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await remakes()).toHaveLength(before + 1);
    expect(await finished()).toMatchObject({ done: 2 });
  });

  test('leaves photos whose original is gone or broken as they are, and counts them', async () => {
    const [kept = 0, gone = 0] = await addPhotos(2);
    const broken = await buildImage(testApp, album, { files: { original: Buffer.from('no picture') } });
    const { contentHash } = await reloadImage(testApp, gone);
    await testApp.context.storage.delete(originalKey(album.eventId, contentHash));
    const before = await getPreview(gone);
    await change({ watermark_text: NEW_TEXT });
    await start();
    expect(await finished()).toEqual({ state: 'idle', done: 1, total: 3, left: 2 });
    expect(await markOf(kept)).toBe(NEW_NAME);
    expect((await getPreview(gone)).etag).toBe(before.etag);
    expect((await getPreview(broken.id)).body.toString()).toBe(`preview ${broken.id}`);
  });

  test('that was cut off goes on where it was', async () => {
    const ids = await addPhotos(4);
    await change({ watermark_text: NEW_TEXT });
    const remakeId = await insertOne();
    const { storage } = testApp.context;
    let puts = 0;
    const put: typeof storage.put = (key, data) => {
      puts += 1;
      if (puts > 4) throw new Error('the power is gone');
      return storage.put(key, data);
    };
    const failing = { ...testApp.context, storage: { ...storage, put } };
    await expect(run(failing, remakeId)).rejects.toThrow('the power is gone');
    expect(await Promise.all(ids.map(markOf))).toEqual([NEW_NAME, NEW_NAME, DELIVERED_NAME, DELIVERED_NAME]);
    expect(await progress()).toMatchObject({ state: 'running', done: 2, total: 4 });
    const written: string[] = [];
    const watched: typeof storage.put = (key, data) => {
      written.push(key);
      return storage.put(key, data);
    };
    await run({ ...testApp.context, storage: { ...storage, put: watched } }, remakeId);
    expect(written).toHaveLength(4);
    expect(await finished()).toEqual({ state: 'idle', done: 4, total: 4, left: 0 });
  });

  test('that the queue gave up is taken up by asking again', async () => {
    await addPhotos(1);
    await change({ watermark_text: NEW_TEXT });
    const remakeId = await insertOne();
    await start();
    expect(await progress()).toMatchObject({ state: 'running', done: 0 });
    testApp.advanceMinutes(16);
    await start();
    expect(await finished()).toMatchObject({ done: 1 });
    const { id } = await testApp.context.db
      .selectFrom('watermarkRemakes')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(id).toBe(remakeId);
  });

  test('goes for the mark that was set meanwhile', async () => {
    const ids = await addPhotos(3);
    await change({ watermark_text: NEW_TEXT });
    const remakeId = await insertOne();
    await change({ watermark_text: 'yet another' });
    await run(testApp.context, remakeId);
    expect(await finished()).toEqual({ state: 'idle', done: 3, total: 3, left: 0 });
    for (const id of ids) expect(await markOf(id)).toBe('42/100/yet another');
  });

  test('goes for a mark that this process does not know yet', async () => {
    const [id = 0] = await addPhotos(1);
    const row = { value: JSON.stringify(NEW_TEXT), changedAt: new Date(), changedBy: staff.id };
    const { db } = testApp.context;
    await getSettings(testApp.context);
    await db
      .insertInto('siteSettings')
      .values({ key: 'watermark_text', ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
    await start();
    await eventually(async () => ((await markOf(id)) === NEW_NAME ? true : undefined), 'the new mark');
  });

  test('gives way to frames that have just come', async () => {
    const [id = 0] = await addPhotos(1);
    const waiting = await buildImage(testApp, album, { state: 'received' });
    await change({ watermark_text: NEW_TEXT });
    const remakeId = await insertOne();
    await run(testApp.context, remakeId);
    expect(await markOf(id)).toBe(DELIVERED_NAME);
    expect(await progress()).toMatchObject({ state: 'running', done: 0 });
    await testApp.context.db
      .updateTable('images')
      .set({ state: 'failed' })
      .where('id', '=', waiting.id)
      .execute();
    await makeNextBatchDue();
    expect(await finished()).toMatchObject({ done: 1 });
  });

  test('beside a move leaves the new mark in the new album', async () => {
    const [imageId = 0] = await addPhotos(1);
    const other = await buildAlbum(testApp, { eventId: album.eventId });
    await change({ watermark_text: NEW_TEXT });
    const remakeId = await insertOne();
    const { storage } = testApp.context;
    let isFirst = true;
    const copy: typeof storage.copy = async (from, to) => {
      await storage.copy(from, to);
      if (!isFirst || !to.endsWith('.preview')) return;
      isFirst = false;
      await run(testApp.context, remakeId);
    };
    const moving = { ...testApp.context, storage: { ...storage, copy } };
    const actor = { userId: staff.id, role: 'super', sessionId: '', isVerified: true } as const;
    await moveImages(moving, actor, { albumId: other.id, imageIds: [imageId] });
    expect(await finished()).toMatchObject({ done: 1 });
    const [moved, remade] = await Promise.all([
      storage.read(derivativeKey(other.uuid, imageId, 'preview')),
      remakeOnce(imageId),
    ]);
    expect(moved?.equals(remade)).toBe(true);
  });
});

const DELIVERED_NAME = '42/100/encore preview';

/** Without a job: the test runs its batches. */
async function insertOne(): Promise<number> {
  const now = new Date(testApp.context.clock.now());
  const remake = { mark: NEW_NAME, startedBy: staff.id, startedAt: now };
  const inserted = await insertRemake(testApp.context.db, remake);
  if (!inserted) throw new Error('a remake is under way');
  return inserted.id;
}

/** The next batch waits for some seconds, which the test does not. */
async function makeNextBatchDue(): Promise<void> {
  await sql`update pgboss.job set start_after = now() where name = ${remakeMarksJob.name} and state = 'created'`.execute(
    testApp.context.db,
  );
}

function run(context: Context, remakeId: number): Promise<void> {
  return remakeMarks(context, { remakeId }, new AbortController().signal);
}

/** The preview as it is made now. */
async function remakeOnce(imageId: number): Promise<Buffer> {
  const { decodePhoto, makeDerivatives } = await import('./derivatives.ts');
  const { currentMark } = await import('./watermark.ts');
  const { newestTraceKey } = await import('./trace-keys.ts');
  const { eventId, contentHash } = await reloadImage(testApp, imageId);
  const original = await testApp.context.storage.read(originalKey(eventId, contentHash));
  if (!original) throw new Error('the original is gone');
  const mark = await currentMark(testApp.context);
  const traceKey = newestTraceKey(testApp.context.traceKeys);
  return (await makeDerivatives(await decodePhoto(original), { mark, traceKey, imageId })).preview;
}

describe('a preview of the mark', () => {
  const preview = async (query: Record<string, string>, token = staff.token) => {
    const { statusCode, headers, rawPayload } = await testApp.app.inject({
      url: '/api/settings/watermark-preview',
      query,
      headers: { authorization: `Bearer ${token}` },
    });
    const isJson = String(headers['content-type']).includes('json');
    return {
      status: statusCode,
      type: headers['content-type'],
      body: rawPayload,
      error: isJson ? JSON.parse(rawPayload.toString()).error : undefined,
    };
  };
  const WISH = { text: 'northshore', opacity_percent: '42', size_percent: '100' };

  test('is a picture of nobody with the mark as typed, and changes nothing', async () => {
    const settings = async () =>
      (await testApp.call(settingsEndpoints.getSettings, { token: staff.token })).body;
    const before = await settings();
    const one = await preview(WISH);
    expect(one).toMatchObject({ status: 200, type: 'image/jpeg' });
    expect(await sharp(one.body).metadata()).toMatchObject({ width: 960, height: 640, format: 'jpeg' });
    const other = await preview({ ...WISH, text: 'southshore' });
    expect(other.body.equals(one.body)).toBe(false);
    expect(await settings()).toEqual(before);
  });

  test.each([
    ['text', { ...WISH, text: '..' }],
    ['text', { ...WISH, text: 'x'.repeat(25) }],
    ['opacity_percent', { ...WISH, opacity_percent: '14' }],
    ['opacity_percent', { ...WISH, opacity_percent: '1e1' }],
    ['size_percent', { ...WISH, size_percent: '201' }],
    ['size_percent', { text: WISH.text, opacity_percent: '42' }],
  ])('that is wrong in its %s says so', async (path, query) => {
    const { status, error } = await preview(query);
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: 'invalid_request', details: [{ path }] });
  });

  test('is for those who may change settings, and not without end', async () => {
    const support = await buildUser(testApp, { role: 'customer_support' });
    expect(await preview(WISH, support.token)).toMatchObject({ status: 403 });
    expect((await start(support.token)).status).toBe(403);
    const busy = await buildUser(testApp, { role: 'super' });
    await countHits(testApp, `watermark-preview:${busy.id}`, 90);
    expect(await preview(WISH, busy.token)).toMatchObject({
      status: 429,
      error: { code: 'too_many_requests' },
    });
  });
});
