import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { storedMark } from './current-mark.ts';
import { decodeStored } from './decode-stored.ts';
import { makeDerivatives } from './derivatives.ts';
import { deleteMarkedCovers } from './derivatives-placement.ts';
import { findReadyImages, folderOf, lockReadyImages } from './image-records.ts';
import { type Mark, nameOfMark } from './mark.ts';
import {
  advanceRemake,
  arePhotosWaiting,
  countMarked,
  findRunningRemake,
  listOtherwiseMarked,
  recordRendition,
} from './marks.queries.ts';
import { replaceDerivatives } from './replaced-variants.ts';
import { newestTraceKey } from './trace-keys.ts';

/** Each job does one batch and enqueues the next. */
export const remakeMarksJob = defineJob({
  name: 'images.remake-marks',
  payload: z.object({ remakeId: z.int() }),
  concurrency: 1,
  expireSeconds: 600,
});

export const remakeKey = (remakeId: number) => `remake:${remakeId}`;

const PHOTOS_PER_BATCH = 40;
const GIVE_WAY_SECONDS = 5;

/**
 * Makes thumbs and previews again with the current watermark. Each photo records its watermark, so an interrupted run
 * continues where it stopped, and running twice does no harm.
 */
export async function remakeMarks(
  context: Context,
  { remakeId }: z.output<typeof remakeMarksJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const remake = await findRunningRemake(context.db, remakeId);
  if (!remake) return;
  const mark = await storedMark(context);
  const name = nameOfMark(mark);
  // The watermark changed during the remake, so start over.
  const start = remake.mark === name ? remake : { afterImageId: 0, photosLeft: 0 };
  const batch = await remakeBatch(context, { mark, afterId: start.afterImageId, signal });
  const photosLeft = start.photosLeft + batch.left;
  const isFinished = batch.isLast && (await isEveryPhotoDone(context, name, photosLeft));
  const isNextRound = batch.isLast && !isFinished;
  await inTransaction(context, async (tx) => {
    const now = tx.clock.now();
    const isOurs = await advanceRemake(tx.db, remake, {
      mark: name,
      afterImageId: isNextRound ? 0 : batch.lastId,
      photosLeft: isNextRound ? 0 : photosLeft,
      touchedAt: now,
      ...(isFinished && { finishedAt: now }),
    });
    if (!isOurs || isFinished) return;
    await tx.queue.enqueue(
      tx.db,
      remakeMarksJob,
      { remakeId },
      {
        singletonKey: remakeKey(remakeId),
        ...(batch.gaveWay && { startAfterSeconds: GIVE_WAY_SECONDS }),
      },
    );
  });
}

type Batch = { lastId: number; left: number; isLast: boolean; gaveWay: boolean };

/** Stops while new photos are waiting, because people are waiting for those. */
async function remakeBatch(
  context: Context,
  { mark, afterId, signal }: { mark: Mark; afterId: number; signal: AbortSignal },
): Promise<Batch> {
  const wanted = { mark: nameOfMark(mark), afterId, limit: PHOTOS_PER_BATCH };
  const imageIds = await listOtherwiseMarked(context.db, wanted);
  const batch: Batch = { lastId: afterId, left: 0, isLast: imageIds.length === 0, gaveWay: false };
  for (const imageId of imageIds) {
    signal.throwIfAborted();
    if (await arePhotosWaiting(context.db)) return { ...batch, gaveWay: true };
    if (!(await remakePhoto(context, imageId, mark))) batch.left += 1;
    batch.lastId = imageId;
  }
  return batch;
}

/** Finds photos that were processed with the old watermark while the remake was running. */
async function isEveryPhotoDone({ db }: Context, mark: string, photosLeft: number): Promise<boolean> {
  const { done, total } = await countMarked(db, mark);
  return total - done <= photosLeft;
}

/** Returns false if the original is missing or not a picture; its derivatives then stay as they are. */
async function remakePhoto(context: Context, imageId: number, mark: Mark): Promise<boolean> {
  const [image] = await findReadyImages(context.db, [imageId]);
  if (!image) return true;
  const pixels = await decodeStored(context, image, image.rotation);
  if (!pixels) return false;
  const traceKey = newestTraceKey(context.traceKeys);
  const derivatives = await makeDerivatives(pixels, { mark, traceKey, imageId });
  // The lock keeps the picture from being hidden or moved meanwhile.
  await inTransaction(context, async ({ db }) => {
    const [current] = await lockReadyImages(db, [imageId]);
    // A photo that was turned meanwhile is made again by that change.
    if (!current || current.rotation !== image.rotation) return;
    const folderUuid = folderOf(current);
    await replaceDerivatives(context, db, { folderUuid, imageId }, derivatives);
    await deleteMarkedCovers(context, { folderUuid, imageId });
    await recordRendition(db, current, { mark: nameOfMark(mark), traceKey: derivatives.traceKey });
  });
  return true;
}
