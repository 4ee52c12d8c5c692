import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, expect, test } from 'vitest';
import { issueImageToken } from '#server/platform/image-tokens.ts';
import { isPair } from '#server/platform/tracing/open-pair.ts';
import { holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { ingestAndWait, makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { derivativeKey } from './image-keys.ts';
import { replaceDerivatives } from './keep-pairs.ts';
import { readPairs } from './traceable-photos.ts';

const folder = mkdtempSync(join(tmpdir(), 'encore-marked-s3-'));
const s3Server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'photos', configs: [] }],
});
const { port } = await s3Server.run();
const testApp = startTestApp({
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
});

afterAll(async () => {
  await s3Server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a pair in object storage is put together for each viewer, and kept when the preview is made again', async () => {
  const album = await buildAlbum(testApp);
  const target = { eventId: album.eventId, albumId: album.id };
  const { id: imageId } = await ingestAndWait(testApp, target, await makePhoto({ width: 900, height: 600 }));
  const [ana, ben] = [await buildUser(testApp), await buildUser(testApp)];
  for (const user of [ana, ben]) await holdAlbum(testApp, user, album);
  const get = async ({ id: userId }: TestUser, headers: Record<string, string> = {}) => {
    const grant = { folderUuid: album.uuid, userId, scope: { kind: 'previews' as const } };
    const auth = issueImageToken(testApp.context, grant, 30);
    return testApp.app.inject({ url: `/api/images/${album.uuid}/${imageId}.preview?auth=${auth}`, headers });
  };

  const key = derivativeKey(album.uuid, imageId, 'preview');
  const pair = await testApp.context.storage.read(key);
  if (!pair) throw new Error('the preview is missing');
  expect(isPair(pair)).toBe(true);
  const [own, other] = [await get(ana), await get(ben)];
  expect([own.statusCode, other.statusCode]).toEqual([200, 200]);
  expect(own.headers['content-length']).toBe(String(own.rawPayload.length));
  expect(own.rawPayload.equals(other.rawPayload)).toBe(false);
  const part = await get(ana, { range: 'bytes=50-149' });
  expect(part.statusCode).toBe(206);
  expect(part.rawPayload.equals(own.rawPayload.subarray(50, 150))).toBe(true);
  expect((await get(ana, { 'if-none-match': String(own.headers.etag) })).statusCode).toBe(304);
  expect((await get(ben, { 'if-none-match': String(own.headers.etag) })).statusCode).toBe(200);

  const made = { preview: Buffer.from('new'), thumb: Buffer.from('new'), placeholder: '', traceKey: '' };
  await replaceDerivatives(testApp.context, testApp.context.db, { folderUuid: album.uuid, imageId }, made);
  expect(await readPairs(testApp.context, imageId)).toEqual([pair]);
});
