import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ingestEndpoints, MAX_IMAGE_BYTES, UPLOADS_PATH } from '#contract/endpoints/ingest.ts';
import { originalKey } from '#server/modules/images/image-keys.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { sweepUploads, uploadFolder } from './sweep-uploads.ts';

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

type Send = { token?: string | undefined; headers?: Record<string, string>; body?: Buffer | ReadableStream };

async function send(method: string, path: string, { token = staff.token, headers = {}, body }: Send = {}) {
  return fetch(`${address}${path}`, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'PATCH' ? { 'content-type': 'application/offset+octet-stream' } : {}),
      ...headers,
    },
    ...(body ? { body, duplex: 'half' } : {}),
  } as RequestInit);
}

function metadata(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

function create(
  batch: string,
  size: number,
  fileName = 'IMG_7.JPG',
  token: string | undefined = staff.token,
) {
  const headers = {
    'upload-length': String(size),
    'upload-metadata': metadata({ batch, filename: fileName }),
  };
  return send('POST', UPLOADS_PATH, { headers, token });
}

async function createdPath(batch: string, size: number): Promise<string> {
  const answer = await create(batch, size);
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
}

const patch = (path: string, offset: number, body: Buffer) =>
  send('PATCH', path, { headers: { 'upload-offset': String(offset) }, body });

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
  const abort = new AbortController();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(photo.subarray(0, 1_000));
      await new Promise((resolve) => setTimeout(resolve, 150));
      abort.abort();
    },
  });
  await fetch(`${address}${path}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${staff.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body,
    duplex: 'half',
    signal: abort.signal,
  } as RequestInit).catch(() => undefined);
  const offset = await eventually(async () => {
    const value = Number((await send('HEAD', path)).headers.get('upload-offset'));
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
    expect((await send(method, path, { token: '', headers, ...body })).status).toBe(401);
    expect((await send(method, path, { token: customer.token, headers, ...body })).status).toBe(403);
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
    for (const { status } of answers) expect(status).toBeGreaterThanOrEqual(400);
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

describe('the sweep', () => {
  /** What a process leaves that died between the last byte and the receipt. */
  async function leaveComplete(batch: string, photo: Buffer): Promise<string> {
    const id = Buffer.from(batch).toString('hex').slice(0, 24) + photo.length;
    const path = join(uploadFolder(testApp.context), id);
    const info = {
      id,
      size: photo.length,
      offset: 0,
      metadata: { batch, filename: 'LOST.JPG', sender: null },
    };
    await writeFile(path, photo);
    await writeFile(`${path}.json`, JSON.stringify(info));
    return path;
  }

  test('receives what was complete when the process died, once', async () => {
    const { batch } = await announce();
    const photo = await makePhoto();
    await leaveComplete(batch.id, photo);
    await Promise.all([sweepUploads(testApp.context), sweepUploads(testApp.context)]);
    await sweepUploads(testApp.context);
    expect(await finished(batch.id)).toMatchObject({ counts: { filed: 1, duplicate: 0 } });
  });

  test('leaves the unfinished alone for two days, then deletes them', async () => {
    const { batch } = await announce();
    const path = await createdPath(batch.id, 1_000);
    await patch(path, 0, Buffer.alloc(400));
    await sweepUploads(testApp.context);
    expect((await send('HEAD', path)).headers.get('upload-offset')).toBe('400');
    const folder = uploadFolder(testApp.context);
    const names = (await readdir(folder)).filter((name) => name.startsWith(path.split('/').at(-1) ?? '?'));
    const threeDaysAgo = new Date(Date.now() - 72 * 3600_000);
    for (const name of names) await utimes(join(folder, name), threeDaysAgo, threeDaysAgo);
    await sweepUploads(testApp.context);
    expect((await send('HEAD', path)).status).toBe(404);
    expect(await readdir(folder)).not.toContain(names[0]);
  });
});
