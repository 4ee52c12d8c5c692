import type { z } from 'zod';
import type { Context } from '#server/context.ts';
import { prepareAlbumJob, prepareKeys } from '#server/modules/catalogue/prepare-soon.ts';
import { listOriginals } from './album-originals.ts';
import { ensureClean } from './clean-derivatives.ts';
import { findCleanOriginal, MissingOriginalError } from './clean-original.ts';
import { findReadyImages } from './image-records.ts';

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
  const [image] = await findReadyImages(context.db, [imageId]);
  if (image?.hiddenAt !== null || image.albumUuid === null) return;
  await ensureClean(context, { folderUuid: image.albumUuid, imageId });
}

export async function findPreparation({ queue }: Pick<Context, 'queue'>, albumId: number) {
  const underWay = await Promise.all(
    prepareKeys(albumId).map((key) => queue.isUnderWay(prepareAlbumJob, { key })),
  );
  const [last] = await listFailures({ queue }, albumId);
  return {
    isUnderWay: underWay.includes(true),
    failure: last && { reason: last.error, failedAt: last.failedAt },
  };
}

/** Discards the failed jobs of an album before a new one is enqueued. */
export async function forgetFailures({ queue }: Pick<Context, 'queue'>, albumId: number): Promise<void> {
  for (const { id } of await listFailures({ queue }, albumId)) await queue.discardDeadLetter(id);
}

async function listFailures({ queue }: Pick<Context, 'queue'>, albumId: number) {
  const letters = await queue.listDeadLetters();
  return letters.filter(
    ({ name, payload }) =>
      name === prepareAlbumJob.name && prepareAlbumJob.payload.safeParse(payload).data?.albumId === albumId,
  );
}
