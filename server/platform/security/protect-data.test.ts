import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

test('other users cannot enter the data folder', async () => {
  chmodSync(dataDir, 0o755);
  await protectDataDir(dataDir, { holdsDatabase: false });
  expect(modeOf()).toBe('700');
});

test.runIf(process.getuid?.() === 0).each([true, false])(
  'the database, which root runs as another user, can still pass through (started by this process: %s)',
  async (holdsDatabase) => {
    write('postgres', 'data', 'PG_VERSION');
    chmodSync(dataDir, 0o755);
    await protectDataDir(dataDir, { holdsDatabase });
    expect([modeOf(), modeOf('postgres'), modeOf('postgres', 'data')]).toEqual(['711', '755', '755']);
  },
);

test('a folder that all users share stays as it is', async () => {
  chmodSync(dataDir, 0o1777);
  await protectDataDir(dataDir, { holdsDatabase: false });
  expect(modeOf()).toBe('777');
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
