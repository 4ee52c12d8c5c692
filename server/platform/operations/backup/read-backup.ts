import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, utimes } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { copyBytes, createMeter, hashFile } from './copy-files.ts';
import { fillDatabase, writeRows } from './copy-rows.ts';
import { FILE_LIST, FILES, type Manifest, parseFileList, type StoredFile, TABLES } from './manifest.ts';

export class DamagedBackupError extends Error {
  constructor(what: string) {
    super(`The backup is damaged: ${what}. Nothing of it was used; try an earlier one.`);
  }
}

/** Reads every byte of a backup and compares it with what was written. */
export async function checkBackup(folder: string, manifest: Manifest): Promise<void> {
  for (const { file, sha256 } of manifest.tables) {
    await requireHash(join(folder, TABLES, file), sha256);
  }
  for (const { path, sha256 } of await listStoredFiles(folder, manifest)) {
    await requireHash(join(folder, FILES, path), sha256);
  }
}

async function requireHash(path: string, expected: string): Promise<void> {
  const found = await hashFile(path).catch(() => undefined);
  if (!found) throw new DamagedBackupError(`${path} is missing or cannot be read`);
  if (found !== expected) throw new DamagedBackupError(`${path} has changed`);
}

export async function listStoredFiles(folder: string, manifest: Manifest): Promise<StoredFile[]> {
  const text = await readFile(join(folder, FILE_LIST), 'utf8').catch(() => '');
  if (createHash('sha256').update(text).digest('hex') !== manifest.files.sha256) {
    throw new DamagedBackupError(`${FILE_LIST} has changed`);
  }
  return parseFileList(text);
}

/** Fills an empty database. A wrong checksum or number of rows rolls everything back. */
export async function restoreTables(folder: string, manifest: Manifest, databaseUrl: string): Promise<void> {
  const stored = new Map(manifest.tables.map((table) => [table.name, table]));
  await fillDatabase(databaseUrl, manifest.schema, async (client, table) => {
    const expected = stored.get(table.name);
    if (!expected) throw new DamagedBackupError(`the rows of ${table.name} are missing`);
    const [meter, rows] = [createMeter(), writeRows(client, table)];
    const path = join(folder, TABLES, expected.file);
    await pipeline(createReadStream(path), meter.stream, createGunzip(), rows as Writable);
    if (meter.result().sha256 !== expected.sha256 || rows.rowCount !== expected.rows) {
      throw new DamagedBackupError(`${path} has changed`);
    }
  });
}

export async function restoreFiles(
  folder: string,
  manifest: Manifest,
  dataDir: string,
  onProgress: (done: number, all: number) => void,
): Promise<void> {
  const files = await listStoredFiles(folder, manifest);
  for (const [index, { path, sha256, mtimeMs }] of files.entries()) {
    if (isAbsolute(path) || normalize(path).startsWith('..'))
      throw new DamagedBackupError(`${path} leads outside`);
    const target = join(dataDir, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const copy = await copyBytes(join(folder, FILES, path), target).catch(() => undefined);
    if (copy?.sha256 !== sha256)
      throw new DamagedBackupError(`${join(FILES, path)} is missing or has changed`);
    await utimes(target, mtimeMs / 1000, mtimeMs / 1000);
    onProgress(index + 1, files.length);
  }
}
