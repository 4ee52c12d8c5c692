import type { z } from 'zod';
import type { Context } from '#server/context.ts';
import type { prepareAlbumJob } from '#server/modules/catalogue/prepare-soon.ts';
import { ensureClean } from './clean-derivatives.ts';
import { findCleanOriginal, MissingOriginalError } from './clean-original.ts';
import { listOriginals } from './clean-originals.queries.ts';
import { findOriginal } from './images.queries.ts';

/** Safe to run twice. Fails if originals are missing, so that staff see the job. */
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

/** Does nothing for a photo that is hidden or in no album. */
export async function preparePhoto(context: Context, imageId: number): Promise<void> {
  const image = await findOriginal(context.db, imageId);
  if (image?.albumUuid) await ensureClean(context, { folderUuid: image.albumUuid, imageId });
}
