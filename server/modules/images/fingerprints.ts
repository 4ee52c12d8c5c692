import sharp from 'sharp';
import { z } from 'zod';
import { FINGERPRINT_VERSION, fingerprint } from '#engines/watermark/find-photo.ts';
import type { Context } from '#server/context.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { listWithoutFingerprint, type PhotoScope, saveFingerprint } from './fingerprints.queries.ts';
import { derivativeKey } from './image-keys.ts';
import { findReadyImages, folderOf } from './image-records.ts';
import { arePhotosWaiting } from './marks.queries.ts';
import { neutralPreview } from './stored-preview.ts';

export { listFingerprints, type PhotoScope } from './fingerprints.queries.ts';

const PHOTOS_PER_RUN = 300;
const NOTHING_SEEN = Buffer.from([FINGERPRINT_VERSION]);
const WHOLE_SITE: PhotoScope = { albumId: null, eventId: null };

export const fingerprintJob = defineJob({
  name: 'images.fingerprint-previews',
  payload: z.object({}),
  concurrency: 1,
  expireSeconds: 300,
});

/**
 * New photos have their fingerprint from ingest; turned ones and those from before get theirs here. Stops while new
 * photos are waiting, because people are waiting for those.
 */
export async function fingerprintPreviews(context: Context, signal: AbortSignal): Promise<void> {
  for (const imageId of await listMissing(context, WHOLE_SITE)) {
    signal.throwIfAborted();
    if (await arePhotosWaiting(context.db)) return;
    await fingerprintPreview(context, imageId);
  }
}

/** Returns some photos that a search could not find yet. */
export function listMissing({ db }: Pick<Context, 'db'>, scope: PhotoScope): Promise<number[]> {
  return listWithoutFingerprint(db, scope, { version: FINGERPRINT_VERSION, limit: PHOTOS_PER_RUN });
}

/** A preview that is missing or damaged gets a fingerprint that matches nothing, so that it is not tried again. */
export async function fingerprintPreview(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  imageId: number,
): Promise<void> {
  const [image] = await findReadyImages(db, [imageId]);
  if (!image) return;
  const stored = await storage.read(derivativeKey(folderOf(image), imageId, 'preview'));
  const print = stored && (await readFingerprint(stored));
  await saveFingerprint(db, {
    imageId,
    rotation: image.shownRotation,
    version: FINGERPRINT_VERSION,
    fingerprint: print ?? NOTHING_SEEN,
  });
}

async function readFingerprint(stored: Buffer): Promise<Buffer | undefined> {
  try {
    return await fingerprint(sharp(neutralPreview(stored)));
  } catch {
    return undefined;
  }
}
