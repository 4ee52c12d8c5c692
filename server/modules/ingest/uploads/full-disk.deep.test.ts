import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { openForOperator } from '#server/open-for-operator.ts';
import type { OperatorPort } from '#server/platform/operations/operator-port.ts';
import { connectCamera, startTestFtp } from '#server/testing/cameras.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { buildPass } from '#server/testing/passes.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { mountSmallDisk } from '#server/testing/small-disk.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { tusUploads } from '#server/testing/uploads.ts';

const DISK_BYTES = 32 * 1024 ** 2;
const disk = mountSmallDisk(DISK_BYTES);
const testApp = startTestApp(disk ? { DATA_DIR: disk.folder } : {});
let address = '';
let staff: TestUser;
let operator: OperatorPort | undefined;

beforeAll(async () => {
  address = await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  staff = await buildUser(testApp, { role: 'customer_support' });
  const config = { ...testApp.context.config, operatorPort: { host: '127.0.0.1', port: 0 } };
  operator = await openForOperator({ ...testApp.context, config });
  return async () => {
    await operator?.stop();
  };
});

afterAll(() => disk?.remove());

const uploads = tusUploads(
  () => address,
  () => ({ authorization: `Bearer ${staff.token}` }),
);

async function announce(): Promise<string> {
  const album = await buildAlbum(testApp);
  const body = { event: album.eventId, album: album.id, total_files: 1 };
  return (await testApp.call(ingestEndpoints.openBatch, { token: staff.token, body })).body.id;
}

function readBatch(id: string) {
  return testApp.call(ingestEndpoints.getBatch, { token: staff.token, params: { id } });
}

function filed(batch: string) {
  return eventually(async () => {
    const { body } = await readBatch(batch);
    return body.finished ? body.counts : undefined;
  }, 'the end of the upload');
}

async function expectFull(answer: Response): Promise<void> {
  expect({ status: answer.status, retry: answer.headers.get('retry-after') }).toEqual({
    status: 503,
    retry: '60',
  });
  expect(await answer.text()).toContain('no room for more photos');
}

test('an upload that finds the disk full is answered 503, and goes on once there is space', async () => {
  const { storage } = testApp.context;
  const photo = await makePhoto();
  const batch = await announce();
  const path = await uploads.begin(batch, photo.length, 'IMG_1.JPG');
  const { putFile, put } = storage;
  const refuse = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  Object.assign(storage, { putFile: refuse, put: refuse });
  try {
    await expectFull(await uploads.patch(path, 0, photo));
  } finally {
    Object.assign(storage, { putFile, put });
  }
  const offset = await uploads.readOffset(path);
  expect((await uploads.patch(path, offset, photo.subarray(offset))).status).toBe(204);
  expect(await filed(batch)).toMatchObject({ filed: 1 });
});

describe.skipIf(!disk)('on a disk without space', () => {
  const probe = async (path: string) => (await fetch(`${operator?.address}${path}`)).status;

  test('uploads are refused, reads go on, and the space that is free again is used at once', async () => {
    const photo = await makePhoto();
    const batch = await announce();
    const path = await uploads.begin(batch, photo.length, 'IMG_2.JPG');
    expect(await probe('/readyz/uploads')).toBe(200);
    disk?.fill(1024 ** 2 / 2);

    const { id: passId } = await buildPass(testApp, (await buildEvent(testApp)).id, 'Ana Lopez');
    const ftp = await startTestFtp(testApp);
    const { client, send } = await connectCamera(testApp, ftp.port, { passId });
    await expect(send(photo, 'IMG_4.JPG')).rejects.toMatchObject({ code: 452 });
    await expectFull(await uploads.create(batch, photo.length, 'IMG_3.JPG'));
    await expectFull(await uploads.patch(path, 0, photo));
    expect(await uploads.readOffset(path)).toBe(0);
    expect(await readBatch(batch)).toMatchObject({ status: 200 });
    expect([await probe('/readyz'), await probe('/readyz/uploads')]).toEqual([200, 503]);
    const totals = await (await fetch(`${operator?.address}/metrics`)).text();
    expect(Number(/encore_disk_size_bytes (\d+)/.exec(totals)?.[1])).toBe(DISK_BYTES);
    expect(Number(/encore_disk_free_bytes (\d+)/.exec(totals)?.[1])).toBeLessThan(DISK_BYTES / 20);
    await expect(testApp.context.storage.put('probe', Buffer.from('x'))).rejects.toThrow('the disk is full');

    disk?.free();
    expect(await send(photo, 'IMG_4.JPG')).toMatchObject({ code: 226 });
    client.close();
    await ftp.stop();
    expect(await probe('/readyz/uploads')).toBe(200);
    expect((await uploads.patch(path, 0, photo)).status).toBe(204);
    expect(await filed(batch)).toMatchObject({ filed: 1 });
  });
});
