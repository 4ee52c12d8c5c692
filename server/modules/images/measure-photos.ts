import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { decodeStored } from './decode-stored.ts';
import { arePhotosWaiting } from './marks.queries.ts';
import { listUnmeasured, saveMeasures } from './measure-photos.queries.ts';
import { measurePhoto } from './perceptual-hash.ts';

const PHOTOS_PER_RUN = 30;

/** Measures photos from before this was done at ingest. */
export const measurePhotosJob = defineJob({
  name: 'images.measure-photos',
  payload: z.object({}),
  concurrency: 1,
  expireSeconds: 300,
});

/** Stops while new photos are waiting, because people are waiting for those. */
export async function measurePhotos(context: Context, signal: AbortSignal): Promise<void> {
  const { db, clock } = context;
  for (const image of await listUnmeasured(db, PHOTOS_PER_RUN)) {
    signal.throwIfAborted();
    if (await arePhotosWaiting(db)) return;
    const pixels = await decodeStored(context, image);
    await saveMeasures(db, image.id, pixels && (await measurePhoto(pixels)), clock.now());
  }
}
