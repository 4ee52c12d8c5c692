import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type Stats } from 'node:fs';
import { link, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredFile } from './manifest.ts';

/** The database is copied by its rows; uploads are only arriving; commands leave the rest temporarily. */
const LEFT_OUT = /^(postgres|uploads|before-.*|restore-unfinished)$/;
const TEMPORARY = /\.(part|new)$/;

export async function listFiles(folder: string): Promise<Map<string, Stats>> {
  const found = new Map<string, Stats>();
  for (const name of await readNames(folder)) {
    if (!LEFT_OUT.test(name)) await collect(folder, name, found);
  }
  return found;
}

async function readNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).toSorted();
}

/** A photos folder may be a link to another disk, so links are followed. */
async function collect(folder: string, path: string, found: Map<string, Stats>): Promise<void> {
  const stats = await stat(join(folder, path)).catch(() => undefined);
  if (stats?.isDirectory()) {
    for (const name of await readNames(join(folder, path))) await collect(folder, join(path, name), found);
  } else if (stats?.isFile() && !TEMPORARY.test(path)) found.set(path, stats);
}

type CopyOptions = {
  from: string;
  to: string;
  /** The folder of the previous backup. */
  earlier: { folder: string; files: ReadonlyMap<string, StoredFile> } | undefined;
  onProgress(done: number, all: number): void;
};

/** Adds to `copied` what it lacks and what has changed. */
export async function copyNewFiles(options: CopyOptions, copied: Map<string, StoredFile>): Promise<void> {
  const present = await listFiles(options.from);
  let done = 0;
  for (const [path, stats] of present) {
    const earlier = copied.get(path);
    const isSame = earlier?.bytes === stats.size && earlier.mtimeMs === stats.mtimeMs;
    if (!isSame) {
      const file = await copyOne(options, path, stats);
      if (file) copied.set(path, file);
    }
    done += 1;
    options.onProgress(done, present.size);
  }
}

async function copyOne(
  { from, to, earlier }: CopyOptions,
  path: string,
  stats: Stats,
): Promise<StoredFile | undefined> {
  const target = join(to, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const known = earlier?.files.get(path);
  if (earlier && known?.bytes === stats.size && known.mtimeMs === stats.mtimeMs) {
    const isLinked = await link(join(earlier.folder, path), target).then(
      () => true,
      () => false,
    );
    if (isLinked) return known;
  }
  const source = join(from, path);
  await rm(target, { force: true });
  const copy = await copyBytes(source, target).catch((error) => {
    // The file was deleted after it was listed.
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!copy) return undefined;
  await utimes(target, stats.atimeMs / 1000, stats.mtimeMs / 1000);
  return { path, mtimeMs: stats.mtimeMs, ...copy };
}

/** Copies a file, flushes it to the disk and returns what was copied. */
export async function copyBytes(source: string, target: string): Promise<{ bytes: number; sha256: string }> {
  const meter = createMeter();
  const reader = createReadStream(source, { highWaterMark: 1024 * 1024 });
  await pipeline(reader, meter.stream, createWriteStream(target, { mode: 0o600, flush: true }));
  return meter.result();
}

export function createMeter() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

const PROGRESS_STEP = 1_000;

/** Says every so often how many of the files are done. */
export function reportFiles(log: (line: string) => void): (done: number, all: number) => void {
  return (done, all) => {
    if (done % PROGRESS_STEP === 0 || done === all) log(`${done} of ${all} files`);
  };
}
