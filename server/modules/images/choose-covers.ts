import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { chooseCover } from '#server/modules/catalogue/albums.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { listUncovered, markCovered } from './images.queries.ts';

export const chooseCoversJob = defineJob({
  name: 'images.choose-covers',
  payload: z.object({}),
  concurrency: 1,
});

const ALBUMS_AT_A_TIME = 100;

/** Chooses the covers of all albums whose photos changed. An album that changes meanwhile is left for the next run. */
export async function chooseCovers(context: Context, signal?: AbortSignal): Promise<void> {
  for (let afterId = 0; !signal?.aborted; ) {
    const albums = await listUncovered(context.db, { afterId, limit: ALBUMS_AT_A_TIME });
    for (const album of albums) {
      await inTransaction(context, async ({ db }) => {
        await chooseCover(db, album.albumId);
        await markCovered(db, album);
      });
    }
    const last = albums.at(-1);
    if (!last) return;
    afterId = last.albumId;
  }
}
