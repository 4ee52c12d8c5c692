import { randomUUID } from 'node:crypto';
import { copyFile, link, rm, stat } from 'node:fs/promises';
import { z } from 'zod';
import { MAX_IMAGE_BYTES } from '#contract/endpoints/ingest.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { originalKey } from '#server/modules/images/image-keys.ts';
import {
  findImageByContent,
  insertImage,
  type NewImage,
  reviveFailedImage,
} from '#server/modules/images/image-records.ts';
import { defineJob } from '#server/platform/queue.ts';
import { hashFile } from './hash-file.ts';
import { findIngestFile, insertIngestFile } from './ingest.queries.ts';
import { findRefusal } from './sniff-format.ts';

/** Bad files fail at once; what is retried is a database or storage that was away. */
export const processImageJob = defineJob({
  name: 'ingest.process-image',
  payload: z.object({ imageId: z.int() }),
  concurrency: 6,
  retries: 5,
  expireSeconds: 120,
});

export type IncomingFile = {
  /** A complete file; it stays where it is. */
  path: string;
  eventId: number;
  albumId: number | null;
  /** The announced upload that waits for this file, if there is one; the upload id makes it count once. */
  announced: { batchId: string; uploadId: string } | null;
  fileName: string;
  uploadedBy: number | null;
};

export type Received =
  | { outcome: 'image'; imageId: number; reason: null }
  | { outcome: 'duplicate'; imageId: number; reason: string }
  | { outcome: 'failed'; imageId: null; reason: string };

/**
 * The original is in storage before the one transaction that makes it an image and enqueues its work, and the
 * caller deletes its file only afterwards. So whenever the process dies, the file is found again and received
 * again; content hash and upload id make the second time a no-op.
 */
export async function receiveFile(context: Context, file: IncomingFile): Promise<Received> {
  const earlier = file.announced && (await findIngestFile(context.db, file.announced.uploadId));
  if (earlier) return earlier;
  const { size } = await stat(file.path);
  const refusal = refuseSize(size) ?? (await findRefusal(file.path));
  if (refusal) return record(context, file, size, { outcome: 'failed', imageId: null, reason: refusal });

  const hashes = await hashFile(file.path);
  const { eventId, albumId, uploadedBy } = file;
  const image: NewImage = { ...hashes, eventId, albumId, uploadedBy, fileName: nameOf(file) };
  if (!(await findImageByContent(context.db, eventId, image.contentHash))) {
    await storeOriginal(context, file.path, image);
  }
  return inTransaction(context, async (tx) => {
    // Received by somebody else meanwhile, its bytes may have changed under this reading of them.
    const meanwhile = file.announced && (await findIngestFile(tx.db, file.announced.uploadId));
    return meanwhile ?? record(tx, file, size, await claimContent(tx, image));
  });
}

function refuseSize(sizeBytes: number): string | undefined {
  if (sizeBytes === 0) return 'The file is empty.';
  if (sizeBytes > MAX_IMAGE_BYTES) {
    return `The file has ${Math.ceil(sizeBytes / 1024 ** 2)} MB; at most ${MAX_IMAGE_BYTES / 1024 ** 2} MB.`;
  }
  return undefined;
}

/** Storage takes a file over, so it gets a second name of it. */
async function storeOriginal({ storage }: Context, path: string, image: NewImage): Promise<void> {
  const key = originalKey(image.eventId, image.contentHash);
  if ((await storage.stat(key))?.sizeBytes === image.sizeBytes) return;
  const second = `${path}.${randomUUID()}.taken`;
  try {
    await link(path, second).catch(() => copyFile(path, second));
    await storage.putFile(key, second);
  } finally {
    await rm(second, { force: true });
  }
}

async function claimContent({ db, queue }: Tx, image: NewImage): Promise<Received> {
  const inserted = await insertImage(db, image);
  if (inserted) {
    await queue.enqueue(db, processImageJob, { imageId: inserted.id });
    return { outcome: 'image', imageId: inserted.id, reason: null };
  }
  const existing = await findImageByContent(db, image.eventId, image.contentHash);
  if (!existing) throw new Error('an image that was in the way is gone');
  if (await reviveFailedImage(db, existing.id, image.albumId)) {
    await queue.enqueue(db, processImageJob, { imageId: existing.id });
    return { outcome: 'image', imageId: existing.id, reason: null };
  }
  return {
    outcome: 'duplicate',
    imageId: existing.id,
    reason: `The same picture is here already, as ${existing.fileName}.`,
  };
}

async function record(
  { db }: Pick<Tx, 'db'>,
  file: IncomingFile,
  sizeBytes: number,
  received: Received,
): Promise<Received> {
  if (!file.announced) return received;
  const row = { ...file.announced, ...received, name: nameOf(file), sizeBytes };
  if (await insertIngestFile(db, row)) return received;
  return (await findIngestFile(db, file.announced.uploadId)) ?? received;
}

function nameOf({ fileName }: IncomingFile): string {
  const printable = fileName.replaceAll(/\p{C}/gu, '').trim();
  return printable.slice(-255) || 'unnamed';
}
