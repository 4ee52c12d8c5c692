import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { defineJob } from '#server/platform/queue.ts';

/** Asks the images module for the large pictures of an album's cover. */
export const makeCoversJob = defineJob({
  name: 'images.make-covers',
  payload: z.object({ albumId: z.int(), isClean: z.boolean().default(false) }),
  concurrency: 1,
  retries: 3,
  expireSeconds: 300,
});

/** Enqueues at most one waiting job per album. */
export async function coverSoon(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  albumId: number,
  { isClean = false } = {},
): Promise<void> {
  const singletonKey = `album:${albumId}${isClean ? ':clean' : ''}`;
  await queue.enqueue(db, makeCoversJob, { albumId, isClean }, { singletonKey });
}
