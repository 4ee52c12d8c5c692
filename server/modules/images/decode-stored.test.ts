import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { decodeStored } from './clean-derivatives.ts';
import { originalKey } from './image-keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'encore-decode-'));
const storage = createDiskStorage(folder);
const image = { eventId: 7, contentHash: Buffer.alloc(32, 7) };
const key = originalKey(image.eventId, image.contentHash);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a stored photo is decoded and turned', async () => {
  await storage.put(key, await makePhoto({ width: 300, height: 200 }));
  expect(await decodeStored({ storage }, image)).toMatchObject({ width: 300, height: 200 });
  expect(await decodeStored({ storage }, image, 90)).toMatchObject({ width: 200, height: 300 });
});

test('a photo that is gone, or goes while it is read, gives nothing', async () => {
  await storage.put(key, await makePhoto({ width: 300, height: 200 }));
  const localPath = (name: string) => {
    const path = storage.localPath(name);
    if (path) rmSync(path);
    return path;
  };
  expect(await decodeStored({ storage: { ...storage, localPath } }, image)).toBeUndefined();
  expect(await decodeStored({ storage }, image)).toBeUndefined();
});

test('a file that is not a picture gives nothing', async () => {
  await storage.put(key, Buffer.from('not a picture'));
  expect(await decodeStored({ storage }, image)).toBeUndefined();
});

test('an error while the file is there is reported', async () => {
  await storage.put(key, await makePhoto({ width: 300, height: 200 }));
  const localPath = () => join(folder, 'elsewhere');
  await expect(decodeStored({ storage: { ...storage, localPath } }, image)).rejects.toThrow('missing');
});
