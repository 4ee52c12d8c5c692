import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { originalKey } from '#server/modules/images/image-keys.ts';
import { albumScope, issueImageToken } from '#server/platform/security/image-tokens.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { fetchZip, zipPath } from '#server/testing/fetch-zip.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { ingestAndWait, makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { readZipBuffer } from '#server/testing/zip-directory.ts';

const folder = mkdtempSync(join(tmpdir(), 'encore-zip-s3-'));
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

let isAway = false;

async function stopStorage(): Promise<void> {
  if (isAway) return;
  isAway = true;
  await s3Server.close();
}

afterAll(async () => {
  await stopStorage();
  rmSync(folder, { recursive: true, force: true });
});

test('an album in object storage is the same zip, whole, in parts and with every photo or not at all', async () => {
  const address = await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  const user = await buildUser(testApp);
  const album = await buildAlbum(testApp);
  const target = { eventId: album.eventId, albumId: album.id };
  const photos = [await makePhoto({ hasLocation: true }), await makePhoto({ width: 900, height: 700 })];
  for (const photo of photos) await ingestAndWait(testApp, target, photo);
  const png = await ingestAndWait(
    testApp,
    target,
    await sharp(await makePhoto())
      .png()
      .toBuffer(),
  );
  const { id } = await buildEntitlement(testApp, user, album);
  const url = address + (await zipPath(testApp, user, id));

  const { body, isComplete } = await fetchZip(url);
  expect(isComplete).toBe(true);
  const entries = readZipBuffer(body);
  expect(entries.map(({ name }) => name.split('.').at(-1))).toEqual(['jpg', 'jpg', 'png']);
  for (const { content, crc32: expected } of entries) expect(crc32(content)).toBe(expected);
  expect(entries[0]?.content.equals(photos[0] as Buffer)).toBe(false);
  for (const { content } of entries)
    expect((await sharp(content).metadata()).xmp?.includes('DMI-PROHIBITED')).toBe(true);
  const [sent, stored] = [entries[1]?.content, photos[1]].map((file) => sharp(file).raw().toBuffer());
  expect(await sent).toEqual(await stored);
  for (const start of [0, 1, 5000, entries[1]?.dataStart ?? 0, body.length - 30]) {
    const part = await fetchZip(url, { headers: { range: `bytes=${start}-` } });
    expect(part.body.equals(body.subarray(start)), `from ${start}`).toBe(true);
  }

  await testApp.context.storage.delete(`rewritten/${originalKey(album.eventId, png.contentHash)}`);
  await expect(zipPath(testApp, user, id)).rejects.toThrow('album_incomplete');
  expect((await fetchZip(url)).isComplete).toBe(false);
});

test('while the storage is away, pictures and zips are answered with 503', async () => {
  const user = await buildUser(testApp);
  const album = await buildAlbum(testApp);
  const image = await ingestAndWait(
    testApp,
    { eventId: album.eventId, albumId: album.id },
    await makePhoto(),
  );
  const { id } = await buildEntitlement(testApp, user, album);
  const zip = await zipPath(testApp, user, id);
  const grant = { folderUuid: album.uuid, userId: user.id, scope: albumScope(true) };
  const auth = issueImageToken(testApp.context, grant, 10);
  const urls = ['thumb', 'preview', 'original'].map(
    (variant) => `/api/images/${album.uuid}/${image.id}.${variant}?auth=${auth}`,
  );
  const { address, port: appPort } = testApp.app.server.address() as AddressInfo;
  const fetchAll = () =>
    Promise.all([...urls, zip].map((url) => fetch(`http://${address}:${appPort}${url}`)));
  expect((await fetchAll()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await stopStorage();
  const answers = await fetchAll();
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(['2', '2', '2', '2']);
});
