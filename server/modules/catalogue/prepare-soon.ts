import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { defineJob } from '#server/platform/queue/queue.ts';

type JobTx = Pick<Tx, 'db' | 'queue'>;

/** Asks the images module to prepare the files that owners of an album will download. */
export const prepareAlbumJob = defineJob({
  name: 'images.prepare-album',
  payload: z.object({ albumId: z.int(), anew: z.boolean().default(false) }),
  concurrency: 1,
  retries: 3,
  expireSeconds: 3600,
});

/** Asks the images module for the pictures without the watermark of one photo. */
export const preparePhotoJob = defineJob({
  name: 'images.prepare-photo',
  payload: z.object({ imageId: z.int() }),
  concurrency: 1,
  retries: 3,
  expireSeconds: 300,
});

const keyOf = (albumId: number, anew: boolean) => `album:${albumId}${anew ? ':anew' : ''}`;

/** The singleton keys under which the queue knows the jobs of an album. */
export const prepareKeys = (albumId: number) => [keyOf(albumId, false), keyOf(albumId, true)];

/** Enqueues at most one waiting job per album. `anew` also checks files that are already prepared. */
export async function prepareSoon(
  { db, queue }: JobTx,
  albumId: number,
  { anew = false } = {},
): Promise<void> {
  await queue.enqueue(db, prepareAlbumJob, { albumId, anew }, { singletonKey: keyOf(albumId, anew) });
}

export async function preparePhotoSoon({ db, queue }: JobTx, imageId: number): Promise<void> {
  await queue.enqueue(db, preparePhotoJob, { imageId }, { singletonKey: `photo:${imageId}` });
}

/** Prepares what somebody has just come to own: a whole album, or one photo. */
export function prepareOwned(
  tx: JobTx,
  { albumId, imageId }: { albumId: number; imageId: number | null },
): Promise<void> {
  return imageId === null ? prepareSoon(tx, albumId) : preparePhotoSoon(tx, imageId);
}
