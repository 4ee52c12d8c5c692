import sharp from 'sharp';
import { z } from 'zod';
import { FINGERPRINT_VERSION, fingerprint } from '#engines/watermark/find-photo.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { neutralPreview } from './derivatives.ts';
import { derivativeKey } from './image-keys.ts';
import { findReadyImages, folderOf } from './image-records.ts';
import { arePhotosWaiting, saveFingerprint } from './new-images.ts';

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
 * New photos have their fingerprint from ingest; turned ones get theirs here. Stops while new
 * photos are waiting, because people are waiting for those.
 */
export async function fingerprintPreviews(context: Context, signal: AbortSignal): Promise<void> {
  for (const imageId of await listMissing(context, WHOLE_SITE)) {
    signal.throwIfAborted();
    if (await arePhotosWaiting(context.db)) return;
    await fingerprintPreview(context, imageId);
  }
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

/** An album, else an event, else the whole site. Hidden photos belong to it too. */
export type PhotoScope = { albumId: number | null; eventId: number | null };

function photosIn(db: Db, { albumId, eventId }: PhotoScope) {
  const ready = db.selectFrom('images').where('images.state', '=', 'ready');
  if (albumId !== null) return ready.where('images.albumId', '=', albumId);
  return eventId === null ? ready : ready.where('images.eventId', '=', eventId);
}

/**
 * Returns photos that a search could not find yet. Leaves out those whose preview cannot be marked, because no viewer
 * could be found in them.
 */
export async function listMissing({ db }: Pick<Context, 'db'>, scope: PhotoScope): Promise<number[]> {
  const rows = await photosIn(db, scope)
    .leftJoin('imageFingerprints as print', (join) =>
      join
        .onRef('print.imageId', '=', 'images.id')
        .onRef('print.rotation', '=', 'images.shownRotation')
        .on('print.version', '=', FINGERPRINT_VERSION),
    )
    .select('images.id')
    .where('print.imageId', 'is', null)
    .where('images.traceKey', '<>', '')
    .orderBy('images.id', 'desc')
    .limit(PHOTOS_PER_RUN)
    .execute();
  return rows.map(({ id }) => id);
}

export function listFingerprints(
  db: Db,
  scope: PhotoScope,
  { afterId, limit }: { afterId: number; limit: number },
) {
  return photosIn(db, scope)
    .innerJoin('imageFingerprints as print', 'print.imageId', 'images.id')
    .select(['images.id as imageId', 'print.fingerprint'])
    .where('images.id', '>', afterId)
    .orderBy('images.id')
    .limit(limit)
    .execute();
}
