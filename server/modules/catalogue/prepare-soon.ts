import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { defineJob } from '#server/platform/queue.ts';

/** Asks the images module to prepare the files that owners of an album will download. */
export const prepareAlbumJob = defineJob({
  name: 'images.prepare-album',
  payload: z.object({ albumId: z.int(), anew: z.boolean().default(false) }),
  concurrency: 1,
  retries: 3,
  expireSeconds: 3600,
});

const keyOf = (albumId: number, anew: boolean) => `album:${albumId}${anew ? ':anew' : ''}`;

/** The singleton keys under which the queue knows the jobs of an album. */
export const prepareKeys = (albumId: number) => [keyOf(albumId, false), keyOf(albumId, true)];

/** Enqueues at most one waiting job per album. `anew` checks files again that are already prepared. */
export async function prepareSoon(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  albumId: number,
  { anew = false } = {},
): Promise<void> {
  await queue.enqueue(db, prepareAlbumJob, { albumId, anew }, { singletonKey: keyOf(albumId, anew) });
}
