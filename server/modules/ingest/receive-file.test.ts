import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { originalKey } from '#server/modules/images/image-keys.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { makePhoto, miscountedAlbums, processed, reloadImage, saveToDisk } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { getBatch, openBatch } from './batches.ts';
import { type IncomingFile, receiveFile } from './receive-file.ts';
import { refileImagesJob } from './refile-images.ts';

const testApp = startTestApp();

async function fileOf(data: Buffer, fields: Partial<IncomingFile> = {}): Promise<IncomingFile> {
  return {
    path: await saveToDisk(data),
    eventId: fields.eventId ?? (await buildEvent(testApp)).id,
    albumId: null,
    announced: null,
    fileName: 'IMG_0001.JPG',
    uploadedBy: null,
    ...fields,
  };
}

async function announce(totalFiles: number) {
  const album = await buildAlbum(testApp);
  const user = await buildUser(testApp, { role: 'super' });
  const actor = { userId: user.id, role: 'super', sessionId: '', isVerified: true } as const;
  const target = { eventId: album.eventId, albumId: album.id };
  const batch = await openBatch(testApp.context, actor, { ...target, totalFiles });
  return { batch, album, target, upload: () => ({ batchId: batch.id, uploadId: randomUUID() }) };
}

test('a received file keeps its bytes, hashes and place, and the source stays', async () => {
  const photo = await makePhoto();
  const file = await fileOf(photo);
  const received = await receiveFile(testApp.context, file);
  const image = await reloadImage(testApp, received.imageId ?? 0);
  expect(image).toMatchObject({ sizeBytes: photo.length, crc32: crc32(photo), fileName: 'IMG_0001.JPG' });
  const stored = await testApp.context.storage.read(originalKey(file.eventId, image.contentHash));
  expect(stored?.equals(photo)).toBe(true);
  expect((await readFile(file.path)).equals(photo)).toBe(true);
});

test('the same upload received again, even at the same moment, counts once', async () => {
  const { batch, target, upload } = await announce(1);
  const file = await fileOf(await makePhoto(), { ...target, announced: upload() });
  const answers = await Promise.all(Array.from({ length: 6 }, () => receiveFile(testApp.context, file)));
  answers.push(await receiveFile(testApp.context, file));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ outcome: 'image' });
  await processed(testApp, answers[0]?.imageId ?? 0);
  expect(await getBatch(testApp.context, batch.id)).toMatchObject({
    finished: true,
    counts: { filed: 1, duplicate: 0, received: 0 },
    problems: [],
  });
});

test('a batch is not finished while photos of its event wait to be filed again', async () => {
  const { batch, target, upload } = await announce(1);
  const file = await fileOf(await makePhoto(), { ...target, announced: upload() });
  const { imageId } = await receiveFile(testApp.context, file);
  await processed(testApp, imageId ?? 0);
  const { db, queue } = testApp.context;
  await queue.enqueue(db, refileImagesJob, { eventId: target.eventId }, { startAfterSeconds: 3600 });
  expect(await getBatch(testApp.context, batch.id)).toMatchObject({ finished: false, refiling: true });
  const { batch: elsewhere } = await announce(1);
  expect(await getBatch(testApp.context, elsewhere.id)).toMatchObject({ refiling: false });
});

test('twelve parallel uploads of one picture are one image and eleven duplicates', async () => {
  const { batch, album, target, upload } = await announce(12);
  const photo = await makePhoto();
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () =>
      receiveFile(testApp.context, await fileOf(photo, { ...target, announced: upload() })),
    ),
  );
  expect(answers.filter(({ outcome }) => outcome === 'image')).toHaveLength(1);
  expect(new Set(answers.map(({ imageId }) => imageId)).size).toBe(1);
  await processed(testApp, answers[0]?.imageId ?? 0);
  const result = await getBatch(testApp.context, batch.id);
  expect(result).toMatchObject({ finished: true, counts: { filed: 1, duplicate: 11 } });
  expect(result.problems[0]).toMatchObject({
    state: 'duplicate',
    reason: expect.stringContaining('IMG_0001'),
  });
  const { imagesCount } = await testApp.context.db
    .selectFrom('albums')
    .select('imagesCount')
    .where('id', '=', album.id)
    .executeTakeFirstOrThrow();
  expect(imagesCount).toBe(1);
  expect(await miscountedAlbums(testApp)).toEqual([]);
});

test('the same picture at another event is a picture of its own', async () => {
  const photo = await makePhoto();
  const first = await receiveFile(testApp.context, await fileOf(photo));
  const second = await receiveFile(testApp.context, await fileOf(photo));
  expect([first.outcome, second.outcome]).toEqual(['image', 'image']);
  expect(first.imageId).not.toBe(second.imageId);
});

describe('a file that is no picture is refused with a plain reason', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'The file is empty.'],
    ['a text named .jpg', Buffer.from('dear photographer'), 'This is not a picture.'],
    ['a camera raw', Buffer.from('FUJIFILMCCD-RAW 0201'), 'This is a Fujifilm raw file.'],
    ['an iPhone HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 'This is a HEIF file.'],
    ['a video', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1'), 'This is a video file.'],
  ])('%s', async (_, data, reason) => {
    const { batch, target, upload } = await announce(1);
    const received = await receiveFile(
      testApp.context,
      await fileOf(data, { ...target, announced: upload(), fileName: 'x.jpg' }),
    );
    expect(received).toMatchObject({ outcome: 'failed', imageId: null });
    expect(received.reason).toContain(reason);
    expect(await getBatch(testApp.context, batch.id)).toMatchObject({
      finished: true,
      counts: { failed: 1 },
      problems: [{ name: 'x.jpg', state: 'failed', reason: received.reason }],
    });
  });
});

test('a name with control characters, or none, is made printable', async () => {
  const received = await receiveFile(
    testApp.context,
    await fileOf(await makePhoto(), { fileName: '\u0000\n\u202e' }),
  );
  expect(await reloadImage(testApp, received.imageId ?? 0)).toMatchObject({ fileName: 'unnamed' });
});
