import { createHash, randomUUID } from 'node:crypto';
import { copyFile, link, open, rm, stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { MAX_IMAGE_BYTES } from '#contract/endpoints/ingest.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { originalKey } from '#server/modules/images/image-keys.ts';
import {
  findImageByContent,
  insertImage,
  type NewImage,
  reviveFailedImage,
} from '#server/modules/images/new-images.ts';
import type { Db } from '#server/platform/database/database.ts';
import { defineJob } from '#server/platform/queue/queue.ts';

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
  /** Its priority in the queue, 0 by default. */
  priority?: number;
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
  try {
    return await receiveNew(context, file);
  } catch (error) {
    // Another process may have received and emptied the file meanwhile. What this one added is undone.
    const earlier = file.announced && (await findIngestFile(context.db, file.announced.uploadId));
    if (!earlier) throw error;
    return earlier;
  }
}

async function receiveNew(context: Context, file: IncomingFile): Promise<Received> {
  const { size } = await stat(file.path);
  const refusal = refuseSize(size) ?? (await findRefusal(file.path));
  if (refusal) return record(context, file, size, { outcome: 'failed', imageId: null, reason: refusal });

  const hashes = await hashFile(file.path);
  const { eventId, albumId, uploadedBy, passId = null } = file;
  const image: NewImage = { ...hashes, eventId, albumId, uploadedBy, passId, fileName: nameOf(file) };
  await storeOriginal(context, file.path, image);
  return inTransaction(context, async (tx) => record(tx, file, size, await addImage(tx, file, image)));
}

async function addImage(
  tx: Pick<Tx, 'db' | 'queue'>,
  { priority = 0 }: IncomingFile,
  image: NewImage,
): Promise<Received> {
  const imageId = await insertImage(tx.db, image);
  if (imageId === undefined) return joinContent(tx, image);
  await tx.queue.enqueue(tx.db, processImageJob, { imageId }, { priority });
  return { outcome: 'image', imageId, reason: null };
}

function refuseSize(sizeBytes: number): string | undefined {
  if (sizeBytes === 0) return 'The file is empty.';
  if (sizeBytes > MAX_IMAGE_BYTES) {
    return `The file is ${Math.ceil(sizeBytes / 1024 ** 2)} MB. The limit is ${MAX_IMAGE_BYTES / 1024 ** 2} MB.`;
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

async function joinContent({ db, queue }: Pick<Tx, 'db' | 'queue'>, image: NewImage): Promise<Received> {
  const existing = await findImageByContent(db, image.eventId, image.contentHash);
  if (!existing) throw new Error('the image with the same content has disappeared');
  if (await reviveFailedImage(db, existing.id, image)) {
    await queue.enqueue(db, processImageJob, { imageId: existing.id });
    return { outcome: 'image', imageId: existing.id, reason: null };
  }
  return {
    outcome: 'duplicate',
    imageId: existing.id,
    reason: `This photo was already uploaded as ${existing.fileName}.`,
  };
}

/** Fails if the upload is already recorded. */
async function record(
  { db }: Pick<Tx, 'db'>,
  file: IncomingFile,
  sizeBytes: number,
  received: Received,
): Promise<Received> {
  if (!file.announced) return received;
  const { batchId, uploadId } = file.announced;
  await db
    .insertInto('ingestFiles')
    .values({ batchId, uploadId, ...received, name: nameOf(file), sizeBytes })
    .execute();
  return received;
}

function nameOf({ fileName }: IncomingFile): string {
  const printable = fileName.replaceAll(/\p{C}/gu, '').trim();
  return printable.slice(-255) || 'unnamed';
}

type FileHashes = { contentHash: Buffer; crc32: number; sizeBytes: number };

const CHUNK_BYTES = 512 * 1024;

/**
 * Reads the file once for both hashes: SHA-256 identifies the content, and the zip needs the CRC-32. One buffer is
 * reused, because collecting a new one per chunk costs more than the hashing.
 */
async function hashFile(path: string): Promise<FileHashes> {
  const sha256 = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let checksum = 0;
  let sizeBytes = 0;
  const file = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, sizeBytes);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      sha256.update(chunk);
      checksum = crc32(chunk, checksum);
      sizeBytes += bytesRead;
    }
  } finally {
    await file.close();
  }
  return { contentHash: sha256.digest(), crc32: checksum, sizeBytes };
}

const HEAD_BYTES = 16;
type Signature = { name: string; isAccepted?: true; starts: [offset: number, text: string][] };

/** The first match counts: a raw file starts like a TIFF, so raw formats come first. */
const SIGNATURES: Signature[] = [
  { name: 'JPEG', isAccepted: true, starts: [[0, '\xff\xd8\xff']] },
  { name: 'PNG', isAccepted: true, starts: [[0, '\x89PNG\r\n\x1a\n']] },
  {
    name: 'WebP',
    isAccepted: true,
    starts: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  {
    name: 'Canon raw',
    starts: [
      [0, 'II*\0'],
      [8, 'CR'],
    ],
  },
  { name: 'Canon raw', starts: [[4, 'ftypcrx ']] },
  { name: 'Fujifilm raw', starts: [[0, 'FUJIFILMCCD-RAW']] },
  { name: 'TIFF', isAccepted: true, starts: [[0, 'II*\0']] },
  { name: 'TIFF', isAccepted: true, starts: [[0, 'MM\0*']] },
  { name: 'HEIF', starts: [[4, 'ftyphei']] },
  { name: 'HEIF', starts: [[4, 'ftypmif1']] },
  { name: 'AVIF', starts: [[4, 'ftypavif']] },
  { name: 'video', starts: [[4, 'ftyp']] },
  { name: 'GIF', starts: [[0, 'GIF8']] },
  { name: 'PDF', starts: [[0, '%PDF']] },
];

/** Checks the first bytes, because the file name proves nothing. Returns a reason for the photographer. */
async function findRefusal(path: string): Promise<string | undefined> {
  const head = await readHead(path);
  const known = SIGNATURES.find(({ starts }) =>
    starts.every(([offset, text]) => head.startsWith(text, offset)),
  );
  if (known?.isAccepted) return undefined;
  const what = known ? `This is a ${known.name} file.` : 'This is not a picture.';
  return `${what} Upload JPEG, PNG, WebP or TIFF.`;
}

async function readHead(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function findIngestFile(db: Db, uploadId: string) {
  const row = await db
    .selectFrom('ingestFiles')
    .select(['outcome', 'imageId', 'reason'])
    .where('uploadId', '=', uploadId)
    .executeTakeFirst();
  return row as Received | undefined;
}
