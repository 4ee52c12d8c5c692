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

/** Bad files fail at once, so retries only follow an outage of the database or the storage. */
export const processImageJob = defineJob({
  name: 'ingest.process-image',
  payload: z.object({ imageId: z.int() }),
  concurrency: 6,
  retries: 5,
  expireSeconds: 120,
});

export type IncomingFile = {
  /** The caller keeps the file and may delete it afterwards. */
  path: string;
  eventId: number;
  albumId: number | null;
  /** The upload id makes an announced file count once. */
  announced: { batchId: string; uploadId: string } | null;
  fileName: string;
  uploadedBy: number | null;
  /** The photographer's pass that it came by. */
  passId?: number | null;
};

export type Received =
  | { outcome: 'image'; imageId: number; reason: null }
  | { outcome: 'duplicate'; imageId: number; reason: string }
  | { outcome: 'failed'; imageId: null; reason: string };

/**
 * Stores the original before the transaction that creates the image, and the caller deletes its file only afterwards.
 * So if the process dies, the file is received again; content hash and upload id make the second time a no-op.
 */
export async function receiveFile(context: Context, file: IncomingFile): Promise<Received> {
  const earlier = file.announced && (await findIngestFile(context.db, file.announced.uploadId));
  if (earlier) return earlier;
  const { size } = await stat(file.path);
  const refusal = refuseSize(size) ?? (await findRefusal(file.path));
  if (refusal) return record(context, file, size, { outcome: 'failed', imageId: null, reason: refusal });

  const hashes = await hashFile(file.path);
  const { eventId, albumId, uploadedBy, passId = null } = file;
  const image: NewImage = { ...hashes, eventId, albumId, uploadedBy, passId, fileName: nameOf(file) };
  if (!(await findImageByContent(context.db, eventId, image.contentHash))) {
    await storeOriginal(context, file.path, image);
  }
  return inTransaction(context, async (tx) => {
    // Another process may have received and emptied the file while it was being hashed.
    const meanwhile = file.announced && (await findIngestFile(tx.db, file.announced.uploadId));
    return meanwhile ?? record(tx, file, size, await claimContent(tx, image));
  });
}

function refuseSize(sizeBytes: number): string | undefined {
  if (sizeBytes === 0) return 'The file is empty.';
  if (sizeBytes > MAX_IMAGE_BYTES) {
    return `The file has ${Math.ceil(sizeBytes / 1024 ** 2)} MB. The limit is ${MAX_IMAGE_BYTES / 1024 ** 2} MB.`;
  }
  return undefined;
}

/** Gives the storage a hard link, because it moves the file it is given. */
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
  if (!existing) throw new Error('the image with the same content has disappeared');
  if (await reviveFailedImage(db, existing.id, image)) {
    await queue.enqueue(db, processImageJob, { imageId: existing.id });
    return { outcome: 'image', imageId: existing.id, reason: null };
  }
  return {
    outcome: 'duplicate',
    imageId: existing.id,
    reason: `This picture was already uploaded as ${existing.fileName}.`,
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
