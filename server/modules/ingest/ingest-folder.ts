import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import { listImageStates } from '#server/modules/images/new-images.ts';
import type { Db } from '#server/platform/database/database.ts';
import { mapAtOnce } from '#server/platform/processes/map-at-once.ts';
import { type Received, receiveFile } from './receive-file.ts';
import { uploadFolder } from './uploads/upload-pieces.ts';

export type Progress = { done: number; total: number };
export type Report = {
  filed: number;
  unsorted: number;
  clock: number;
  duplicates: number;
  failed: { path: string; reason: string }[];
  /** Received but not yet processed. */
  waiting: number;
};
export type FolderIngest = {
  folder: string;
  target: IngestTarget;
  onChange(progress: Progress): void;
  /** Ends the run early. The server processes what was already received. */
  signal: AbortSignal;
};

const FILES_IN_FLIGHT = 4;
const POLL_MS = 200;
const IDS_PER_QUERY = 1_000;

export async function checkTarget(db: Db, { eventId, albumId }: IngestTarget): Promise<void> {
  if (!(await findEventFacts(db, eventId))) throw new Error(`There is no event ${eventId}.`);
  const album = albumId === null ? undefined : await findAlbumFacts(db, albumId);
  if (albumId !== null && album?.eventId !== eventId) {
    throw new Error(`Event ${eventId} has no album ${albumId}.`);
  }
}

export async function ingestFolder(context: Context, job: FolderIngest): Promise<Report> {
  const paths = await listFiles(job.folder);
  const run = startRun(context, job.target);
  const followed = reportProgress(run, job, paths.length);
  await mapAtOnce(paths, FILES_IN_FLIGHT, async (path) => {
    if (!job.signal.aborted) await run.take(path);
  });
  await followed;
  return run.report();
}

async function reportProgress(run: Run, job: FolderIngest, total: number): Promise<void> {
  for (;;) {
    const done = await run.countDone();
    job.onChange({ done, total });
    if (done >= total || job.signal.aborted) return;
    await sleep(POLL_MS);
  }
}

/** Hidden files are system files or unfinished downloads. */
export function isHidden(path: string): boolean {
  return basename(path).startsWith('.');
}

export async function listFiles(folder: string): Promise<string[]> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new Error(`There is no folder ${folder}.`);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !isHidden(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

export type Run = {
  /** Returns false if the file could not be read or stored, which may pass. */
  take(path: string): Promise<boolean>;
  countDone(): Promise<number>;
  report(): Promise<Report>;
};

export function startRun(context: Context, target: IngestTarget): Run {
  const pathOfImage = new Map<number, string>();
  /** Images that an earlier run received, and that may still be waiting. */
  const known = new Set<number>();
  const refused: { path: string; reason: string }[] = [];
  /** The reasons of files that may be taken later. */
  const notTaken = new Map<string, string>();
  let duplicates = 0;

  function countDuplicate(imageId: number): void {
    duplicates += 1;
    if (!pathOfImage.has(imageId)) known.add(imageId);
  }

  async function countStates() {
    const ids = [...known, ...pathOfImage.keys()];
    const states = [];
    for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
      states.push(...(await listImageStates(context.db, ids.slice(start, start + IDS_PER_QUERY))));
    }
    return states;
  }

  return {
    async take(path) {
      notTaken.delete(path);
      const received = await ingestSource(context, target, path).catch((error: Error) => {
        notTaken.set(path, `It could not be read: ${error.message}`);
      });
      if (!received) return false;
      if (received.outcome === 'failed') refused.push({ path, reason: received.reason });
      else if (received.outcome === 'duplicate') countDuplicate(received.imageId);
      else pathOfImage.set(received.imageId, path);
      return true;
    },
    async countDone() {
      const waiting = (await countStates()).filter(({ state }) => state === 'received').length;
      return Math.max(0, refused.length + notTaken.size + duplicates + pathOfImage.size - waiting);
    },
    async report() {
      const states = await countStates();
      const taken = states.filter(({ id }) => pathOfImage.has(id));
      const count = (state: string, isFiled?: boolean) =>
        taken.filter((image) => image.state === state && (isFiled ?? image.isFiled) === image.isFiled).length;
      const broken = taken
        .filter(({ state }) => state === 'failed')
        .map(({ id, failure }) => ({ path: pathOfImage.get(id) ?? '', reason: failure ?? '' }));
      return {
        filed: count('ready', true),
        unsorted: count('ready', false),
        clock: count('clock'),
        duplicates,
        failed: [...refused, ...Array.from(notTaken, ([path, reason]) => ({ path, reason })), ...broken],
        waiting: states.filter(({ state }) => state === 'received').length,
      };
    },
  };
}

type IngestTarget = { eventId: number; albumId: number | null };

/** Receives a copy, so that the photographer's file is never moved, changed or deleted. */
export async function ingestSource(
  context: Context,
  target: IngestTarget,
  sourcePath: string,
): Promise<Received> {
  const folder = uploadFolder(context);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.copy`);
  try {
    await copyFile(sourcePath, path, constants.COPYFILE_FICLONE);
    const fileName = basename(sourcePath);
    return await receiveFile(context, { ...target, path, fileName, announced: null, uploadedBy: null });
  } finally {
    await rm(path, { force: true });
  }
}
