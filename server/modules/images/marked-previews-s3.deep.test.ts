import { afterAll, expect, test } from 'vitest';
import { areVariants } from '#engines/watermark/variants.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { ingestAndWait, makePhoto } from '#server/testing/photos.ts';
import { startTestS3 } from '#server/testing/s3-with-outages.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { derivativeKey } from './image-keys.ts';
import { readVariants, replaceDerivatives } from './replaced-variants.ts';

const s3 = await startTestS3();
const testApp = startTestApp(s3.environment);
afterAll(() => s3.close());

test('variants in object storage is put together for each viewer, and kept when the preview is made again', async () => {
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
  const variants = await testApp.context.storage.read(key);
  if (!variants) throw new Error('the preview is missing');
  expect(areVariants(variants)).toBe(true);
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
  expect(await readVariants(testApp.context, imageId)).toEqual([variants]);
});
