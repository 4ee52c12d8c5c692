import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { buildAlbum, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { ingestAndWait, makePhoto } from '#server/testing/photos.ts';
import { startTestS3 } from '#server/testing/s3-with-outages.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const s3 = await startTestS3();
const testApp = startTestApp({ ...s3.environment, S3_PRESIGN: 'on' });
afterAll(() => s3.close());

let album: TestAlbum;
let owner: TestUser;

beforeAll(async () => {
  album = await buildAlbum(testApp);
  owner = await buildUser(testApp);
});

async function own(photo: Buffer) {
  const target = { eventId: album.eventId, albumId: album.id };
  const image = await ingestAndWait(testApp, target, photo);
  const entitlement = await buildEntitlement(testApp, owner, album, { imageId: image.id });
  const scope = { kind: 'single' as const, imageIds: [image.id] };
  const auth = issueImageToken(testApp.context, { folderUuid: album.uuid, userId: owner.id, scope }, 30);
  const url = `/api/images/${album.uuid}/${image.id}.original?auth=${auth}`;
  return {
    entitlement,
    ask: (method: 'GET' | 'HEAD' = 'GET') => testApp.app.inject({ method, url }),
  };
}

const readEntitlement = (id: number) =>
  testApp.context.db.selectFrom('entitlements').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('a copy without location comes from the storage for a minute, and counts as taken', async () => {
  const photo = await sharp(await makePhoto())
    .png()
    .toBuffer();
  const { ask, entitlement } = await own(photo);
  expect((await ask('HEAD')).statusCode).toBe(200);
  expect((await readEntitlement(entitlement.id)).takenAt).toBeNull();
  const answer = await ask();
  expect(answer).toMatchObject({ statusCode: 302, headers: { 'cache-control': 'no-store' } });
  expect((await readEntitlement(entitlement.id)).takenAt).not.toBeNull();
  const location = new URL(String(answer.headers.location));
  expect(Number(location.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
  const file = await fetch(location);
  expect(file.status).toBe(200);
  expect(file.headers.get('content-disposition')).toMatch(/^attachment;/);
  const copy = sharp(Buffer.from(await file.arrayBuffer()));
  expect(await copy.raw().toBuffer()).toEqual(await sharp(photo).raw().toBuffer());
});

test('a JPEG is sent by us, without its location and with its rights', async () => {
  const photo = await makePhoto({ hasLocation: true });
  const answer = await (await own(photo)).ask();
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload.length).toBeGreaterThan(photo.length);
  expect(answer.rawPayload.includes('DMI-PROHIBITED')).toBe(true);
  expect(answer.rawPayload.equals(photo)).toBe(false);
});

test('whoever has lost the right gets no address', async () => {
  const { ask, entitlement } = await own(await makePhoto());
  await testApp.context.db
    .updateTable('entitlements')
    .set({ state: 'ended', endedAt: new Date() })
    .where('id', '=', entitlement.id)
    .execute();
  expect((await ask()).statusCode).toBe(403);
});
