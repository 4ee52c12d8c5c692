import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob } from '#server/platform/queue.ts';
import { decodeStored } from './decode-stored.ts';
import { measureLook } from './look.ts';
import { arePhotosWaiting } from './marks.queries.ts';
import { listWithoutLook, saveLook } from './measure-looks.queries.ts';

const PHOTOS_PER_RUN = 30;

/** Measures photos from before this was done at ingest. */
export const measureLooksJob = defineJob({
  name: 'images.measure-looks',
  payload: z.object({}),
  concurrency: 1,
  expireSeconds: 300,
});

/** Stops while new photos are waiting, because people are waiting for those. */
export async function measureLooks(context: Context, signal: AbortSignal): Promise<void> {
  const { db, clock } = context;
  for (const image of await listWithoutLook(db, PHOTOS_PER_RUN)) {
    signal.throwIfAborted();
    if (await arePhotosWaiting(db)) return;
    const pixels = await decodeStored(context, image);
    await saveLook(db, image.id, pixels && (await measureLook(pixels)), clock.now());
  }
}
