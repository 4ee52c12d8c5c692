import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { listOldestWaiting } from '#server/modules/images/image-records.ts';
import { findBatch, findIngestFile } from './ingest.queries.ts';
import { processImageJob, receiveFile } from './receive-file.ts';

const KEEP_HOURS = 48;
const RESCUED_AT_START = 16;
const INFO_ENDING = /\.json$/;

const uploadInfo = z.object({
  id: z.string(),
  size: z.int(),
  metadata: z.object({ batch: z.uuid(), filename: z.string(), sender: z.string().nullish() }),
});
export type UploadInfo = {
  id: string;
  size?: number | undefined;
  metadata?: Record<string, string | null> | undefined;
};

export function uploadFolder({ config }: Pick<Context, 'config'>): string {
  return join(config.dataDir, 'uploads');
}

/** Called when the last byte has arrived, and again after a crash. The upload id makes it count once. */
export async function receiveUpload(context: Context, upload: UploadInfo): Promise<void> {
  const { id, size, metadata } = uploadInfo.parse(upload);
  if (await findIngestFile(context.db, id)) return;
  const batch = await findBatch(context.db, metadata.batch);
  const path = join(uploadFolder(context), id);
  if (!batch) return removeUpload(path);
  await receiveFile(context, {
    path,
    eventId: batch.eventId,
    albumId: batch.albumId,
    announced: { batchId: batch.id, uploadId: id },
    fileName: metadata.filename,
    uploadedBy: metadata.sender ? Number(metadata.sender) : null,
    passId: batch.passId,
  });
  await emptyKeepingSize(path, size);
}

/**
 * Leaves an empty file of the same size, so that a client that missed the last response sees a complete upload. It
 * replaces the old file, because storage may have linked that one.
 */
async function emptyKeepingSize(path: string, size: number): Promise<void> {
  const empty = `${path}.${randomUUID()}.empty`;
  await writeFile(empty, '');
  await truncate(empty, size);
  await rename(empty, path);
}

/** Receives uploads that were complete when a process died, and deletes abandoned ones after two days. */
export async function sweepUploads(context: Context): Promise<void> {
  const folder = uploadFolder(context);
  const oldestMs = context.clock.now().getTime() - KEEP_HOURS * 3600_000;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const data = await stat(path.replace(INFO_ENDING, '')).catch(() => undefined);
    if (!data || data.mtimeMs < oldestMs) await rm(path, { force: true });
    else if (INFO_ENDING.test(name)) await receiveIfComplete(context, path);
  }
}

async function receiveIfComplete(context: Context, infoPath: string): Promise<void> {
  const info = uploadInfo.safeParse(await readJson(infoPath));
  const file = await stat(infoPath.replace(INFO_ENDING, '')).catch(() => undefined);
  if (info.success && file?.size === info.data.size) await receiveUpload(context, info.data);
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

async function removeUpload(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.json`, { force: true });
}

/** Restarts the photos of a killed process at once; the queue would notice only after a while. */
export async function rescueInterrupted({ db, queue }: Context): Promise<void> {
  for (const imageId of await listOldestWaiting(db, RESCUED_AT_START)) {
    await queue.enqueue(db, processImageJob, { imageId });
  }
}
