import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'encore-storage-'));
const bucket = 'encore-photos';
let s3Server: InstanceType<typeof S3rver>;
const storages: Record<string, () => Storage> = {};

beforeAll(async () => {
  s3Server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await s3Server.run();
  storages.disk = () => createDiskStorage(join(folder, 'disk'));
  storages.S3 = () =>
    createS3Storage({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket,
      keyId: 'S3RVER',
      secret: 'S3RVER',
    });
});

afterAll(async () => {
  await s3Server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['disk', 'S3'])('%s', (kind) => {
  const open = () => (storages[kind] as () => Storage)();

  test('returns stored files, whole or in part', async () => {
    const storage = open();
    await storage.put('a/b/picture', Buffer.from('0123456789'));
    expect((await storage.read('a/b/picture'))?.toString()).toBe('0123456789');
    expect(await storage.stat('a/b/picture')).toEqual({ sizeBytes: 10, version: expect.any(String) });
    const reader = await storage.openReader('a/b/picture', 2);
    const part = Buffer.alloc(3);
    await reader?.read(part).finally(() => reader.close());
    expect(part.toString()).toBe('234');
    expect(reader?.sizeBytes).toBe(10);
  });

  test('putting a key again replaces it', async () => {
    const storage = open();
    await storage.put('again', Buffer.from('one'));
    await storage.put('again', Buffer.from('two'));
    expect((await storage.read('again'))?.toString()).toBe('two');
  });

  test('stores a local file', async () => {
    const storage = open();
    const path = join(folder, `${kind}-local`);
    writeFileSync(path, 'local bytes');
    await storage.putFile('taken/over', path);
    expect((await storage.read('taken/over'))?.toString()).toBe('local bytes');
  });

  test('returns undefined for a missing file, and deleting it is not an error', async () => {
    const storage = open();
    expect(await storage.read('nothing/here')).toBeUndefined();
    expect(await storage.stat('nothing/here')).toBeUndefined();
    await storage.delete('nothing/here');
  });

  test('a copy survives the deletion of its source', async () => {
    const storage = open();
    await storage.put('source', Buffer.from('kept'));
    await storage.copy('source', 'folder/copy');
    await storage.delete('source');
    expect(await storage.read('source')).toBeUndefined();
    expect((await storage.read('folder/copy'))?.toString()).toBe('kept');
  });

  test('twenty concurrent writers of one key leave one complete file', async () => {
    const storage = open();
    const written = Array.from({ length: 20 }, (_, i) => `${i}`.repeat(5_000));
    await Promise.all(written.map((text) => storage.put('contended', Buffer.from(text))));
    expect(written).toContain((await storage.read('contended'))?.toString());
  });
});

describe.each(['disk', 'S3'])('the version of a file on %s', (name) => {
  test('comes with its content, stays while the file does, and is another one after each change', async () => {
    const storage = storages[name]?.();
    if (!storage) throw new Error('no such storage');
    const versions: (string | undefined)[] = [];
    for (const content of ['first', 'other', 'third', 'longer']) {
      await storage.put('changing', Buffer.from(content));
      const read = await storage.readVersion('changing');
      expect(read?.content.toString()).toBe(content);
      for (let turn = 0; turn < 2; turn += 1) {
        expect((await storage.stat('changing'))?.version).toBe(read?.version);
      }
      versions.push(read?.version);
    }
    expect(new Set(versions).size).toBe(4);
    await storage.delete('changing');
    expect(await storage.readVersion('changing')).toBeUndefined();
  });
});

test('repeating a copy leaves no temporary file on the disk', async () => {
  const storage = createDiskStorage(join(folder, 'copies'));
  await storage.put('from/picture', Buffer.from('picture'));
  for (let i = 0; i < 2; i += 1) await storage.copy('from/picture', 'to/picture');
  expect(readdirSync(join(folder, 'copies', 'to'))).toEqual(['picture']);
});
