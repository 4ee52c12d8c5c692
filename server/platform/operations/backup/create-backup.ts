import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncFolder } from '#server/platform/database/embedded-postgres-server.ts';
import { copyNewFiles, createMeter, reportFiles } from './copy-files.ts';
import { openSnapshot, readRows, type Snapshot } from './copy-rows.ts';
import {
  FILE_LIST,
  FILES,
  listBackups,
  MANIFEST,
  type Manifest,
  nameBackup,
  nameUnfinished,
  parseFileList,
  type StoredFile,
  TABLES,
  writeManifest,
} from './manifest.ts';

export type BackupOptions = {
  target: string;
  dataDir: string;
  databaseUrl: string;
  release: string;
  bucket: string | undefined;
  keyMark: string;
  now: Date;
  /** The number of backups to keep; undefined keeps all. */
  keep: number | undefined;
  log(line: string): void;
};

/**
 * Copies a running site. Files are written before the rows that name them and deleted after those rows, so they are
 * copied twice: before the rows are read, so that nothing deleted meanwhile is missing, and after that for the new ones.
 */
export async function createBackup(options: BackupOptions): Promise<{ folder: string; manifest: Manifest }> {
  const { target, dataDir, log, now } = options;
  await mkdir(target, { recursive: true, mode: 0o700 });
  await refuseOverlap(target, dataDir);
  const { complete, unfinished } = await listBackups(target);
  for (const name of unfinished) await rm(join(target, name), { recursive: true, force: true });
  const draft = join(target, nameUnfinished(nameBackup(now)));
  await mkdir(join(draft, FILES), { recursive: true, mode: 0o700 });
  await mkdir(join(draft, TABLES), { mode: 0o700 });

  const earlierName = complete.at(-1);
  const earlier = earlierName ? await openEarlier(join(target, earlierName)) : undefined;
  const files = new Map<string, StoredFile>();
  const copy = { from: dataDir, to: join(draft, FILES), earlier, onProgress: reportFiles(log) };
  await copyNewFiles(copy, files);
  const snapshot = await openSnapshot(options.databaseUrl);
  try {
    await copyNewFiles({ ...copy, onProgress: () => undefined }, files);
    const tables = await copyTables(snapshot, join(draft, TABLES), log);
    const fileList = await writeFileList(draft, files);
    const text = writeManifest({
      createdAt: now.toISOString(),
      release: options.release,
      postgresVersion: snapshot.serverVersion,
      bucket: options.bucket,
      keyMark: options.keyMark,
      schema: snapshot.schema,
      tables,
      files: fileList,
    });
    await writeFile(join(draft, MANIFEST), text, { mode: 0o600, flush: true });
    const folder = join(target, nameBackup(now));
    await rename(draft, folder);
    syncFolder(target);
    await removeOldest(target, options.keep);
    return { folder, manifest: JSON.parse(text) as Manifest };
  } finally {
    await snapshot.close();
  }
}

async function refuseOverlap(target: string, dataDir: string): Promise<void> {
  const data = await realpath(dataDir).catch(() => {
    throw new Error(`There is nothing to back up: ${dataDir} does not exist.`);
  });
  const way = relative(data, await realpath(target));
  if (way === '' || (!way.startsWith('..') && !isAbsolute(way))) {
    throw new Error(`Choose a target outside ${dataDir}, best on another disk.`);
  }
}

async function openEarlier(folder: string) {
  const text = await readFile(join(folder, FILE_LIST), 'utf8').catch(() => '');
  return {
    folder: join(folder, FILES),
    files: new Map(parseFileList(text).map((file) => [file.path, file])),
  };
}

async function copyTables(
  { client, schema }: Snapshot,
  folder: string,
  log: (line: string) => void,
): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = [];
  for (const [index, table] of schema.tables.entries()) {
    const file = `${String(index).padStart(4, '0')}.copy.gz`;
    const [rows, meter] = [readRows(client, table), createMeter()];
    const output = createWriteStream(join(folder, file), { mode: 0o600, flush: true });
    await pipeline(rows, createGzip({ level: 1 }), meter.stream, output);
    tables.push({ name: table.name, file, rows: rows.rowCount, sha256: meter.result().sha256 });
  }
  log(`${tables.length} tables with ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`);
  return tables;
}

async function writeFileList(draft: string, files: Map<string, StoredFile>): Promise<Manifest['files']> {
  const list = [...files.values()];
  const text = list.map((file) => `${JSON.stringify(file)}\n`).join('');
  await writeFile(join(draft, FILE_LIST), text, { mode: 0o600, flush: true });
  const bytes = list.reduce((sum, file) => sum + file.bytes, 0);
  return { count: list.length, bytes, sha256: createHash('sha256').update(text).digest('hex') };
}

async function removeOldest(target: string, keep: number | undefined): Promise<void> {
  if (!keep) return;
  const { complete } = await listBackups(target);
  for (const name of complete.slice(0, -keep)) {
    // A backup without its manifest is not taken for a whole one if the removal is interrupted.
    await rm(join(target, name, MANIFEST));
    await rm(join(target, name), { recursive: true, force: true });
  }
}
