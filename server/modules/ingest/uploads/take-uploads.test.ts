import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ingestEndpoints, MAX_IMAGE_BYTES, UPLOADS_PATH } from '#contract/endpoints/ingest.ts';
import { originalKey } from '#server/modules/images/image-keys.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { tusUploads, untilSpooled } from '#server/testing/uploads.ts';
import { sweepUploads, uploadFolder } from './upload-pieces.ts';

const testApp = startTestApp();
let address = '';
let staff: TestUser;

beforeAll(async () => {
  address = await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  staff = await buildUser(testApp, { role: 'customer_support' });
});

async function announce(totalFiles = 1) {
  const album = await buildAlbum(testApp);
  const body = { event: album.eventId, album: album.id, total_files: totalFiles };
  const answer = await testApp.call(ingestEndpoints.openBatch, { token: staff.token, body });
  return { album, batch: answer.body };
}

const uploads = tusUploads(
  () => address,
  () => ({ authorization: `Bearer ${staff.token}` }),
);
const { send, patch } = uploads;
const create = (batch: string, size: number, name = 'IMG_7.JPG') => uploads.create(batch, size, name);
const createdPath = (batch: string, size: number) => uploads.begin(batch, size, 'IMG_7.JPG');

function finished(batchId: string) {
  return eventually(async () => {
    const { body } = await testApp.call(ingestEndpoints.getBatch, {
      token: staff.token,
      params: { id: batchId },
    });
    return body.finished ? body : undefined;
  }, `batch ${batchId} finished`);
}

test('an upload interrupted half way resumes where it stopped and arrives whole', async () => {
  const { album, batch } = await announce();
  const photo = await makePhoto({ width: 800, height: 600 });
  const half = Math.floor(photo.length / 2);
  const path = await createdPath(batch.id, photo.length);
  expect((await patch(path, 0, photo.subarray(0, half))).status).toBe(204);

  const head = await send('HEAD', path);
  expect(head.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(head.headers.get('upload-offset')).toBe(String(half));
  expect((await patch(path, 0, photo)).status).toBe(409);
  expect((await patch(path, half, photo.subarray(half))).status).toBe(204);

  expect(await finished(batch.id)).toMatchObject({ counts: { filed: 1 }, problems: [] });
  const image = await testApp.context.db
    .selectFrom('images')
    .selectAll()
    .where('albumId', '=', album.id)
    .executeTakeFirstOrThrow();
  expect(image).toMatchObject({ fileName: 'IMG_7.JPG', uploadedBy: staff.id, photographer: staff.name });
  const original = await testApp.context.storage.read(originalKey(album.eventId, image.contentHash));
  expect(original?.equals(photo)).toBe(true);

  const after = await send('HEAD', path);
  expect(after.headers.get('upload-offset')).toBe(String(photo.length));
});

test('a connection lost in the middle of a chunk keeps what had arrived', async () => {
  const { batch } = await announce();
  const photo = await makePhoto({ width: 800, height: 600 });
  const path = await createdPath(batch.id, photo.length);
  const folder = uploadFolder(testApp.context);
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(photo.subarray(0, 1_000));
      await untilSpooled(folder, 1_000);
      controller.error(new Error('the connection is lost'));
    },
  });
  await patch(path, 0, body).catch(() => undefined);
  const offset = await eventually(async () => {
    const value = await uploads.readOffset(path);
    return value > 0 ? value : undefined;
  }, 'the first bytes');
  expect(offset).toBe(1_000);
  expect((await patch(path, offset, photo.subarray(offset))).status).toBe(204);
  expect(await finished(batch.id)).toMatchObject({ counts: { filed: 1 } });
});

describe('without the right to upload', () => {
  test.each(['POST', 'HEAD', 'PATCH', 'DELETE'])('%s is refused', async (method) => {
    const { batch } = await announce();
    const customer = await buildUser(testApp);
    const path = method === 'POST' ? UPLOADS_PATH : await createdPath(batch.id, 100);
    const headers = { 'upload-offset': '0', 'upload-length': '100' };
    const body = method === 'PATCH' ? { body: Buffer.alloc(100) } : {};
    for (const [token, status] of [['', 401] as const, [customer.token, 403] as const]) {
      const right = { authorization: `Bearer ${token}` };
      expect((await send(method, path, { headers: { ...headers, ...right }, ...body })).status).toBe(status);
    }
    if (method !== 'POST') expect((await send('HEAD', path)).headers.get('upload-offset')).toBe('0');
  });
});

describe('an upload is refused', () => {
  test('above the largest size', async () => {
    const { batch } = await announce();
    expect((await create(batch.id, MAX_IMAGE_BYTES + 1)).status).toBe(413);
    expect((await create(batch.id, MAX_IMAGE_BYTES)).status).toBe(201);
  });

  test('for a batch that nobody announced, or without a name', async () => {
    const { batch } = await announce();
    expect((await create('7d9f5f6e-30c0-4c1c-9f53-0c8a1b6f1f11', 100)).status).toBe(404);
    expect((await create('not-a-batch', 100)).status).toBe(400);
    expect((await create(batch.id, 100, '')).status).toBe(400);
  });

  test('when it leads out of the folder', async () => {
    const answers = await Promise.all([
      send('HEAD', `${UPLOADS_PATH}/..%2f..%2fimage-secret`),
      send('DELETE', `${UPLOADS_PATH}/%2e%2e%2fjwt-secret`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});

test('a text named .jpg arrives, fails, and the batch says why', async () => {
  const { batch } = await announce();
  const text = Buffer.from('this is not a photo at all');
  expect((await patch(await createdPath(batch.id, text.length), 0, text)).status).toBe(204);
  expect(await finished(batch.id)).toMatchObject({
    counts: { failed: 1 },
    problems: [{ name: 'IMG_7.JPG', reason: expect.stringContaining('not a picture') }],
  });
});

test('an empty file arrives, fails, and the batch says why', async () => {
  const { batch } = await announce();
  expect((await create(batch.id, 0)).status).toBe(201);
  expect(await finished(batch.id)).toMatchObject({ counts: { failed: 1 } });
});

test('a file sent together with its announcement arrives', async () => {
  const { batch } = await announce();
  const photo = await makePhoto();
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const headers = {
    'upload-length': String(photo.length),
    'upload-metadata': `batch ${encode(batch.id)},filename ${encode('IMG_8.JPG')}`,
    'content-type': 'application/offset+octet-stream',
  };
  const created = await send('POST', UPLOADS_PATH, { headers, body: photo });
  expect(created.status).toBe(201);
  expect(created.headers.get('upload-offset')).toBe(String(photo.length));
  expect(await finished(batch.id)).toMatchObject({ counts: { filed: 1 } });
});

test('an upload in many small chunks is stored in few pieces', async () => {
  const { batch } = await announce();
  const photo = await makePhoto({ width: 800, height: 600 });
  const path = await createdPath(batch.id, photo.length);
  const step = Math.ceil(photo.length / 12);
  for (let offset = 0; offset < photo.length; offset += step) {
    expect((await patch(path, offset, photo.subarray(offset, offset + step))).status).toBe(204);
    const pieces = await testApp.context.db.selectFrom('uploadPieces').select('key').execute();
    expect(pieces.length).toBeLessThanOrEqual(1);
  }
  expect(await finished(batch.id)).toMatchObject({ counts: { filed: 1 } });
});

describe('the sweep', () => {
  test('leaves the unfinished alone for two days, then deletes them', async () => {
    const { batch } = await announce();
    const path = await createdPath(batch.id, 1_000);
    await patch(path, 0, Buffer.alloc(400));
    await sweepUploads(testApp.context);
    expect(await uploads.readOffset(path)).toBe(400);
    const [piece] = await testApp.context.db
      .selectFrom('uploadPieces')
      .selectAll()
      .where('uploadId', '=', path.split('/').at(-1) ?? '')
      .execute();
    expect(await testApp.context.storage.stat(piece?.key ?? '')).toMatchObject({ sizeBytes: 400 });
    const clock = { now: () => new Date(Date.now() + 49 * 3600_000) };
    await sweepUploads({ ...testApp.context, clock });
    expect((await send('HEAD', path)).status).toBe(404);
    expect(await testApp.context.storage.stat(piece?.key ?? '')).toBeUndefined();
  });

  test('deletes files of this machine that a killed process left', async () => {
    const folder = uploadFolder(testApp.context);
    await mkdir(folder, { recursive: true });
    for (const name of ['old.spool', 'new.spool']) await writeFile(join(folder, name), 'x');
    const twoHoursAgo = new Date(Date.now() - 2 * 3600_000);
    await utimes(join(folder, 'old.spool'), twoHoursAgo, twoHoursAgo);
    await sweepUploads(testApp.context);
    expect(await readdir(folder)).toEqual(['new.spool']);
  });
});
