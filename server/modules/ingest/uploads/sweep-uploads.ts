import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/context.ts';
import { listOldestWaiting } from '#server/modules/images/image-records.ts';
import { processImageJob } from '#server/modules/ingest/receive-file.ts';
import { uploadFolder } from './upload-folder.ts';
import { forgetUpload } from './upload-pieces.ts';
import { listAbandonedUploads } from './uploads.queries.ts';

const KEEP_HOURS = 48;
/** A request that stands still is ended long before, so an older file belongs to a killed process. */
const KEEP_FILES_HOURS = 1;
const SWEPT_AT_ONCE = 100;
const RESCUED_AT_START = 16;
const HOUR_MS = 3600_000;

/** Deletes uploads that nobody went on with for two days, and files that killed processes left on this machine. */
export async function sweepUploads(context: Context): Promise<void> {
  const nowMs = context.clock.now().getTime();
  await sweepFolder(uploadFolder(context), nowMs - KEEP_FILES_HOURS * HOUR_MS);
  const before = new Date(nowMs - KEEP_HOURS * HOUR_MS);
  for (const id of await listAbandonedUploads(context.db, before, SWEPT_AT_ONCE)) {
    await forgetUpload(context, id);
  }
}

async function sweepFolder(folder: string, oldestMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => undefined);
    if (file && file.mtimeMs < oldestMs) await rm(path, { force: true });
  }
}

/** Restarts the photos of a killed process at once; the queue would notice only after a while. */
export async function rescueInterrupted({ db, queue }: Context): Promise<void> {
  for (const imageId of await listOldestWaiting(db, RESCUED_AT_START)) {
    await queue.enqueue(db, processImageJob, { imageId });
  }
}
