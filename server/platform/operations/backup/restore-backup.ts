import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, utimes } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts';
import { type Home, hasCluster, settleHome } from '#server/platform/database/embedded-postgres-install.ts';
import { claimLock } from '#server/platform/database/embedded-postgres-lock.ts';
import { finishUpgrade } from '#server/platform/database/embedded-postgres-upgrade.ts';
import { copyBytes, createMeter, hashFile, reportFiles } from './copy-files.ts';
import { connectForCopy, fillDatabase, writeRows } from './copy-rows.ts';
import {
  FILE_LIST,
  FILES,
  findBackup,
  type Manifest,
  nameBackup,
  parseFileList,
  readManifest,
  type StoredFile,
  TABLES,
} from './manifest.ts';
import { readRestoreMark, removeRestoreMark, writeRestoreMark } from './restore-mark.ts';
import { isEmptyDatabase } from './schema.queries.ts';

export type RestoreOptions = {
  source: string;
  dataDir: string;
  /** A PostgreSQL of the operator's own; without it the embedded one is created. */
  databaseUrl: string | undefined;
  /** Moves away what is in the data folder instead of refusing. */
  replaces: boolean;
  now: Date;
  log(line: string): void;
};

type Restored = { folder: string; manifest: Manifest; asideFolders: string[] };

const KEPT = /^(before-.*|restore-unfinished)$/;

/** Nothing changes before the whole backup has been read and found intact. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { dataDir, databaseUrl, log } = options;
  const folder = await findBackup(options.source);
  const manifest = await readManifest(folder);
  log(`Checking ${folder}: ${manifest.tables.length} tables, ${manifest.files.count} files`);
  await checkBackup(folder, manifest);
  if (databaseUrl) await requireEmptyDatabase(databaseUrl);
  const asideFolders = await makeRoom(options);
  await restoreFiles(folder, manifest, dataDir, reportFiles(log));
  log('Loading the database');
  if (databaseUrl) await restoreTables(folder, manifest, databaseUrl);
  else await restoreEmbedded(folder, manifest, options);
  await removeRestoreMark(dataDir);
  return { folder, manifest, asideFolders };
}

async function requireEmptyDatabase(url: string): Promise<void> {
  const client = await connectForCopy(url);
  try {
    if (await isEmptyDatabase(client)) return;
  } finally {
    await client.end();
  }
  throw new Error('The database of DATABASE_URL has tables already. Create an empty one and name that.');
}

async function restoreEmbedded(
  folder: string,
  manifest: Manifest,
  { dataDir, log }: RestoreOptions,
): Promise<void> {
  const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres'), log });
  try {
    await restoreTables(folder, manifest, postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** Returns the folders that hold the earlier content, if there was any. */
async function makeRoom({ dataDir, databaseUrl, replaces, now, log }: RestoreOptions): Promise<string[]> {
  // Started as root, the embedded database may lie outside the data folder, or passes through it.
  const home = databaseUrl ? undefined : settleHome(join(dataDir, 'postgres'), log);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = home && (await claimLock(join(home.folder, 'owner.lock')));
  if (lock && !lock.taken) {
    throw new Error(`Encore (process ${lock.heldByPid}) uses ${dataDir}. Stop it first.`);
  }
  try {
    const mark = readRestoreMark(dataDir);
    const isOccupied = (await listEntries(dataDir)).length > 0 || (home && hasCluster(home.folder));
    if (isOccupied && !mark && !replaces) {
      throw new Error(
        `${dataDir} is in use${home && home.folder !== join(dataDir, 'postgres') ? `, with its database in ${home.folder}` : ''}. Add --replace to move its content to a folder beside it, or set DATA_DIR to another folder.`,
      );
    }
    const aside = mark?.aside ?? `before-${nameBackup(now)}`;
    if (mark?.step === 'filling') {
      await clear(dataDir, home);
      return [];
    }
    await writeRestoreMark(dataDir, { step: 'setting-aside', aside });
    const folders = isOccupied ? await setAside(dataDir, home, aside) : [];
    await writeRestoreMark(dataDir, { step: 'filling', aside });
    return folders;
  } finally {
    if (lock?.taken) lock.release();
  }
}

async function listEntries(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => name !== 'postgres' && !KEPT.test(name));
}

/** The cluster stays on its disk, under another name. */
async function setAside(dataDir: string, home: Home | undefined, aside: string): Promise<string[]> {
  const folder = join(dataDir, aside);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await listEntries(dataDir)) await rename(join(dataDir, name), join(folder, name));
  if (!home || !hasCluster(home.folder)) return [folder];
  finishUpgrade(home);
  await rename(home.dataFolder, `${home.dataFolder}.${aside}`);
  return [folder, `${home.dataFolder}.${aside}`];
}

/** Removes what a killed restore had written. */
async function clear(dataDir: string, home: Home | undefined): Promise<void> {
  for (const name of await listEntries(dataDir))
    await rm(join(dataDir, name), { recursive: true, force: true });
  if (home) await rm(home.dataFolder, { recursive: true, force: true });
}

class DamagedBackupError extends Error {
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

async function listStoredFiles(folder: string, manifest: Manifest): Promise<StoredFile[]> {
  const text = await readFile(join(folder, FILE_LIST), 'utf8').catch(() => '');
  if (createHash('sha256').update(text).digest('hex') !== manifest.files.sha256) {
    throw new DamagedBackupError(`${FILE_LIST} has changed`);
  }
  return parseFileList(text);
}

/** Fills an empty database. A wrong checksum or number of rows rolls everything back. */
async function restoreTables(folder: string, manifest: Manifest, databaseUrl: string): Promise<void> {
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

async function restoreFiles(
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
