import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob } from '#server/platform/queue.ts';
import { ensureClean } from './clean-derivatives.ts';
import { findCleanOriginal, MissingOriginalError } from './clean-original.ts';
import { listOriginals } from './clean-originals.queries.ts';

/** Enqueue it in the transaction that gives somebody an album; it makes ready what owners will ask for. */
export const prepareAlbumJob = defineJob({
  name: 'images.prepare-album',
  payload: z.object({ albumId: z.int(), anew: z.boolean().default(false) }),
  concurrency: 1,
  retries: 3,
  expireSeconds: 3600,
});

/** May run twice; what is prepared stays. Fails, for staff to see, when originals are missing in the storage. */
export async function prepareAlbum(
  context: Context,
  { albumId, anew }: z.output<typeof prepareAlbumJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const missing: number[] = [];
  const images = await listOriginals(context.db, albumId);
  for (const image of images) {
    signal.throwIfAborted();
    const original = await findCleanOriginal(context, image, { anew });
    if (!original) missing.push(image.id);
  }
  for (const { id: imageId, folderUuid } of images) {
    signal.throwIfAborted();
    await ensureClean(context, { folderUuid, imageId });
  }
  if (missing.length > 0) throw new MissingOriginalError(missing);
}
