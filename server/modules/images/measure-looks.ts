import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob } from '#server/platform/queue.ts';
import { BadImageError, decodePhoto } from './derivatives.ts';
import { originalKey } from './image-keys.ts';
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
  const { db, storage, clock } = context;
  for (const image of await listWithoutLook(db, PHOTOS_PER_RUN)) {
    signal.throwIfAborted();
    if (await arePhotosWaiting(db)) return;
    const key = originalKey(image.eventId, image.contentHash);
    const original = (await storage.stat(key)) && (storage.localPath(key) ?? (await storage.read(key)));
    const pixels = original ? await decodePhoto(original).catch(unlessBad) : undefined;
    await saveLook(db, image.id, pixels && (await measureLook(pixels)), clock.now());
  }
}

function unlessBad(error: unknown): undefined {
  if (!(error instanceof BadImageError)) throw error;
}
