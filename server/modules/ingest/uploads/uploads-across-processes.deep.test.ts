import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { originalKey } from '#server/modules/images/image-keys.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { startTestS3 } from '#server/testing/s3-with-outages.ts';
import { startSecondProcess } from '#server/testing/second-process.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { tusUploads, untilSpooled } from '#server/testing/uploads.ts';
import { PIECE_BYTES, sweepUploads, uploadFolder } from './upload-pieces.ts';

const s3 = await startTestS3();
const testApp = startTestApp(s3.environment);
const second = startSecondProcess(testApp);
let staff: TestUser;
let addresses: [string, string];
const rights = () => ({ authorization: `Bearer ${staff.token}` });
const one = tusUploads(() => addresses[0], rights);
const other = tusUploads(() => addresses[1], rights);

beforeAll(async () => {
  const listen = { host: '127.0.0.1', port: 0 };
  addresses = [await testApp.app.listen(listen), await second.app.listen(listen)];
  staff = await buildUser(testApp, { role: 'customer_support' });
});
afterAll(() => s3.close());

/** Bytes after the end of a picture are kept, so this is a photo of any size. */
const photoOf = async (sizeBytes: number) => {
  const picture = await makePhoto();
  return Buffer.concat([picture, randomBytes(sizeBytes - picture.length)]);
};

async function announce() {
  const album = await buildAlbum(testApp);
  const body = { event: album.eventId, album: album.id, total_files: 1 };
  const { body: batch } = await testApp.call(ingestEndpoints.openBatch, { token: staff.token, body });
  return { eventId: album.eventId, batchId: batch.id };
}

type Announced = Awaited<ReturnType<typeof announce>>;

const findUpload = (path: string) =>
  testApp.context.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', path.split('/').at(-1) ?? '')
    .executeTakeFirstOrThrow();

/** Expects one photo with exactly these bytes, and nothing left of the upload in the storage. */
async function expectReceivedOnce({ eventId, batchId }: Announced, photo: Buffer): Promise<void> {
  const { body } = await testApp.call(ingestEndpoints.getBatch, {
    token: staff.token,
    params: { id: batchId },
  });
  expect(body.counts).toMatchObject({ duplicate: 0, failed: 0 });
  const images = await testApp.context.db
    .selectFrom('images')
    .select('contentHash')
    .where('eventId', '=', eventId)
    .execute();
  expect(images).toHaveLength(1);
  const key = originalKey(eventId, images[0]?.contentHash ?? Buffer.alloc(0));
  expect((await testApp.context.storage.read(key))?.equals(photo)).toBe(true);
  expect(s3.listKeys('uploads/')).toEqual([]);
}

/** A body that sends these bytes and then nothing more until it is told to end. */
function pausedBody(data: Buffer) {
  let end: () => void = () => undefined;
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(data);
      end = () => controller.close();
    },
  });
  return { body, end: () => end() };
}

test('chunks that alternate between two processes make one photo with exactly these bytes', async () => {
  const announced = await announce();
  const photo = await photoOf(PIECE_BYTES + 3_000_000);
  const path = await one.begin(announced.batchId, photo.length, 'IMG_1.JPG');
  const ends = [10_000, 25_000, 2_000_000, 2_000_001, PIECE_BYTES + 2_900_000, photo.length];
  let offset = 0;
  for (const [index, end] of ends.entries()) {
    const [writer, reader] = index % 2 === 0 ? [other, one] : [one, other];
    const answer = await writer.patch(path, offset, photo.subarray(offset, end));
    expect(answer.status).toBe(204);
    expect(await reader.readOffset(path)).toBe(end);
    offset = end;
  }
  await expectReceivedOnce(announced, photo);
});

test('of two processes that get the same chunk at once, one takes it and the other refuses', async () => {
  const announced = await announce();
  const photo = await photoOf(400_000);
  const path = await one.begin(announced.batchId, photo.length, 'IMG_2.JPG');
  const half = photo.subarray(0, 200_000);
  const first = await Promise.all([one.patch(path, 0, half), other.patch(path, 0, half)]);
  expect(first.map(({ status }) => status).sort()).toEqual([204, 409]);
  const rest = photo.subarray(200_000);
  const last = await Promise.all([other.patch(path, 200_000, rest), one.patch(path, 200_000, rest)]);
  expect(last.map(({ status }) => status).sort()).toEqual([204, 409]);
  await expectReceivedOnce(announced, photo);
});

test('a storage that fails at the last chunk leaves the upload unfinished until it is received', async () => {
  const announced = await announce();
  const photo = await photoOf(300_000);
  const path = await one.begin(announced.batchId, photo.length, 'IMG_3.JPG');
  await one.patch(path, 0, photo.subarray(0, 100_000));
  s3.isAway = (method) => method === 'PUT';
  const refused = await one.patch(path, 100_000, photo.subarray(100_000));
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await other.readOffset(path)).toBe(100_000);
  s3.isAway = () => false;
  expect((await other.patch(path, 100_000, photo.subarray(100_000))).status).toBe(204);
  expect(await one.readOffset(path)).toBe(photo.length);
  await expectReceivedOnce(announced, photo);
});

test('after a process was killed in the middle of a chunk, another one continues within seconds', async () => {
  const announced = await announce();
  const photo = await photoOf(PIECE_BYTES + 500_000);
  const server = startServerProcess({
    ...s3.environment,
    DATABASE_URL: testApp.url,
    DATA_DIR: testApp.context.config.dataDir,
    ROLE: 'api',
  });
  const address = await server.address;
  const killed = tusUploads(() => address, rights);
  const path = await killed.begin(announced.batchId, photo.length, 'IMG_4.JPG');
  const { body } = pausedBody(photo.subarray(0, PIECE_BYTES + 100_000));
  const lost = killed.patch(path, 0, body).catch(() => undefined);
  await eventually(async () => (await findUpload(path)).offsetBytes || undefined, 'the first piece');
  server.kill('SIGKILL');
  await server.ended;
  await lost;
  expect(await one.readOffset(path)).toBe(PIECE_BYTES);
  expect((await other.patch(path, PIECE_BYTES, photo.subarray(PIECE_BYTES))).status).toBe(204);
  await expectReceivedOnce(announced, photo);
}, 60_000);

test('a request whose lock was taken over adds nothing', async () => {
  const announced = await announce();
  const photo = await photoOf(100_000);
  const path = await one.begin(announced.batchId, photo.length, 'IMG_5.JPG');
  const { body, end } = pausedBody(photo.subarray(0, 50_000));
  const answer = one.patch(path, 0, body);
  await eventually(async () => (await findUpload(path)).lockHolder ?? undefined, 'the lock');
  await testApp.context.db.updateTable('uploads').set({ lockHolder: randomUUID() }).execute();
  end();
  expect((await answer).status).toBe(423);
  expect(await findUpload(path)).toMatchObject({ offsetBytes: 0 });
  expect(s3.listKeys('uploads/')).toEqual([]);
});

test('whoever resumes gets the lock from a request whose connection stands still', async () => {
  const announced = await announce();
  const photo = await photoOf(100_000);
  const path = await one.begin(announced.batchId, photo.length, 'IMG_6.JPG');
  const stalled = one.patch(path, 0, pausedBody(photo.subarray(0, 60_000)).body).catch(() => undefined);
  await untilSpooled(uploadFolder(testApp.context), 60_000);
  expect(await other.readOffset(path)).toBe(60_000);
  await stalled;
  expect((await other.patch(path, 60_000, photo.subarray(60_000))).status).toBe(204);
  await expectReceivedOnce(announced, photo);
}, 30_000);

test('an abandoned upload leaves nothing in the storage', async () => {
  const announced = await announce();
  const path = await one.begin(announced.batchId, 100_000, 'IMG_7.JPG');
  await other.patch(path, 0, randomBytes(50_000));
  expect(s3.listKeys('uploads/')).toHaveLength(1);
  const clock = { now: () => new Date(Date.now() + 49 * 3600_000) };
  await Promise.all([
    sweepUploads({ ...testApp.context, clock }),
    sweepUploads({ ...second.context, clock }),
  ]);
  expect(s3.listKeys('uploads/')).toEqual([]);
  expect((await one.send('HEAD', path)).status).toBe(404);
});
