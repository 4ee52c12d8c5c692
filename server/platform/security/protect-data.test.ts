import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts';
import { protectDataDir } from './protect-data.ts';
import { keepSecret } from './secrets.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'encore-modes-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const modeOf = (...path: string[]) => (statSync(join(dataDir, ...path)).mode & 0o777).toString(8);

function write(...path: string[]): void {
  mkdirSync(join(dataDir, ...path.slice(0, -1)), { recursive: true, mode: 0o755 });
  writeFileSync(join(dataDir, ...path), 'x', { mode: 0o644 });
}

function openToAll(): void {
  chmodSync(dataDir, 0o755);
  for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    const path = join(dataDir, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
}

test('pictures, uploads and secrets of an earlier version are closed to other users at start', async () => {
  write('photos', 'ab', 'folder', 'picture.jpg');
  write('uploads', 'half-an-upload');
  write('jwt-secret');
  write('somebody-elses-file');
  openToAll();
  await protectDataDir(dataDir, { holdsDatabase: false });
  expect(modeOf()).toBe('700');
  for (const folder of ['photos', 'photos/ab', 'photos/ab/folder', 'uploads'])
    expect(modeOf(folder)).toBe('700');
  for (const file of ['photos/ab/folder/picture.jpg', 'uploads/half-an-upload', 'jwt-secret']) {
    expect(modeOf(file), file).toBe('600');
  }
  expect(modeOf('somebody-elses-file')).toBe('644');
});

test.runIf(process.getuid?.() === 0).each([true, false])(
  'the database, which root runs as another user, can still pass through (started by this process: %s)',
  async (holdsDatabase) => {
    write('postgres', 'data', 'PG_VERSION');
    openToAll();
    await protectDataDir(dataDir, { holdsDatabase });
    expect([modeOf(), modeOf('postgres'), modeOf('postgres', 'data')]).toEqual(['711', '711', '755']);
  },
);

test('a folder that all users share, and what a link points to, stay as they are', async () => {
  write('elsewhere', 'file');
  write('photos', 'picture.jpg');
  symlinkSync(join(dataDir, 'elsewhere'), join(dataDir, 'photos', 'link'));
  openToAll();
  await protectDataDir(dataDir, { holdsDatabase: false });
  expect(modeOf('elsewhere')).toBe('755');
  expect(modeOf('elsewhere', 'file')).toBe('644');

  chmodSync(dataDir, 0o1777);
  chmodSync(join(dataDir, 'photos'), 0o755);
  await protectDataDir(dataDir, { holdsDatabase: false });
  expect([modeOf(), modeOf('photos')]).toEqual(['777', '755']);
});

test('what is stored from now on is private, wherever it comes from', async () => {
  const storage = createDiskStorage(join(dataDir, 'photos'));
  await storage.put('a/picture.jpg', Buffer.from('x'));
  write('from-camera.jpg');
  await storage.putFile('a/photo.jpg', join(dataDir, 'from-camera.jpg'));
  await storage.copy('a/photo.jpg', 'b/copy.jpg');
  for (const folder of ['photos', 'photos/a', 'photos/b']) expect(modeOf(folder)).toBe('700');
  for (const file of ['a/picture.jpg', 'a/photo.jpg', 'b/copy.jpg'])
    expect(modeOf('photos', file)).toBe('600');
  keepSecret(join(dataDir, 'fresh'), 'jwt-secret');
  expect([modeOf('fresh'), modeOf('fresh', 'jwt-secret')]).toEqual(['700', '600']);
});
