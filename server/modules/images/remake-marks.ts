import { sql } from 'kysely';
import { z } from 'zod';
import type { WatermarkRemake } from '#contract/endpoints/watermark.ts';
import { COVER_VARIANTS } from '#contract/rules/albums.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { decodeStored } from './clean-derivatives.ts';
import { makeDerivatives } from './derivatives.ts';
import { deleteVariants } from './derivatives-placement.ts';
import { findReadyImages, folderOf, lockReadyImages } from './image-records.ts';
import { arePhotosWaiting } from './new-images.ts';
import { replaceDerivatives } from './replaced-variants.ts';
import { newestTraceKey } from './trace-keys.ts';
import { currentMark, type Mark, nameOfMark, recordRendition, storedMark } from './watermark.ts';

/** Each job does one batch and enqueues the next. */
export const remakeMarksJob = defineJob({
  name: 'images.remake-marks',
  payload: z.object({ remakeId: z.int() }),
  concurrency: 1,
  expireSeconds: 600,
});

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
  const remake = await context.db
    .selectFrom('watermarkRemakes')
    .selectAll()
    .where('id', '=', remakeId)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  if (!remake) return;
  const mark = await storedMark(context);
  const name = nameOfMark(mark);
  // The watermark changed during the remake, so start over.
  const start = remake.mark === name ? remake : { afterImageId: 0, photosLeft: 0 };
  const batch = await remakeBatch(context, { mark, afterId: start.afterImageId, signal });
  const photosLeft = start.photosLeft + batch.left;
  // Photos that were processed with the old watermark while the remake was running need another round.
  const { done, total } = await countMarked(context.db, name);
  const isFinished = batch.isLast && total - done <= photosLeft;
  const isNextRound = batch.isLast && !isFinished;
  await inTransaction(context, async (tx) => {
    const now = tx.clock.now();
    // No row is found if another run has already continued from the same place.
    const advanced = await tx.db
      .updateTable('watermarkRemakes')
      .set({
        mark: name,
        afterImageId: isNextRound ? 0 : batch.lastId,
        photosLeft: isNextRound ? 0 : photosLeft,
        touchedAt: now,
        ...(isFinished && { finishedAt: now }),
      })
      .where('id', '=', remake.id)
      .where('mark', '=', remake.mark)
      .where('afterImageId', '=', remake.afterImageId)
      .where('finishedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!advanced || isFinished) return;
    await enqueueRemake(tx, remakeId, batch.gaveWay ? { startAfterSeconds: GIVE_WAY_SECONDS } : {});
  });
}

type Batch = { lastId: number; left: number; isLast: boolean; gaveWay: boolean };

/** Stops while new photos are waiting, because people are waiting for those. */
async function remakeBatch(
  context: Context,
  { mark, afterId, signal }: { mark: Mark; afterId: number; signal: AbortSignal },
): Promise<Batch> {
  const images = await context.db
    .selectFrom('images')
    .select('id')
    .where('state', '=', 'ready')
    .where('id', '>', afterId)
    .where('mark', 'is distinct from', nameOfMark(mark))
    .orderBy('id')
    .limit(PHOTOS_PER_BATCH)
    .execute();
  const batch: Batch = { lastId: afterId, left: 0, isLast: images.length === 0, gaveWay: false };
  for (const { id: imageId } of images) {
    signal.throwIfAborted();
    if (await arePhotosWaiting(context.db)) return { ...batch, gaveWay: true };
    if (!(await remakePhoto(context, imageId, mark))) batch.left += 1;
    batch.lastId = imageId;
  }
  return batch;
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
    await deleteVariants(context, { folderUuid, imageId }, COVER_VARIANTS);
    await recordRendition(db, current, { mark: nameOfMark(mark), traceKey: derivatives.traceKey });
  });
  return true;
}

/** The queue has dropped a remake that has not reported for this long. */
const SILENT_MINUTES = 15;

/** Never starts a second remake, but continues one that the queue has dropped. */
export async function startRemake(tx: Tx, actor: Actor): Promise<void> {
  const now = tx.clock.now();
  const mark = nameOfMark(await storedMark(tx));
  const started = await insertRemake(tx.db, { mark, startedBy: actor.userId, startedAt: now });
  if (started) {
    await recordAudit(tx.db, {
      actorId: actor.userId,
      action: 'watermark.remake',
      subject: 'watermark',
      after: { mark },
    });
    return enqueueRemake(tx, started.id);
  }
  const running = await findLastRemake(tx.db);
  const silence = { before: minutesFrom(now, -SILENT_MINUTES), now };
  if (running && (await takeUpRemake(tx.db, running.id, silence))) await enqueueRemake(tx, running.id);
}

function enqueueRemake(
  { db, queue }: Tx,
  remakeId: number,
  options: { startAfterSeconds?: number } = {},
): Promise<void> {
  return queue.enqueue(db, remakeMarksJob, { remakeId }, { singletonKey: `remake:${remakeId}`, ...options });
}

export async function getRemake(context: Pick<Context, 'db' | 'log'>): Promise<WatermarkRemake> {
  const mark = nameOfMark(await currentMark(context));
  // The photos are counted last, so that a remake that has ended is never shown with the counts from before its end.
  const last = await findLastRemake(context.db);
  const counts = await countMarked(context.db, mark);
  return {
    state: last && last.finishedAt === null ? 'running' : 'idle',
    ...counts,
    left: last?.mark === mark ? last.photosLeft : 0,
  };
}

function countMarked(db: Db, mark: string): Promise<{ done: number; total: number }> {
  return db
    .selectFrom('images')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('mark', '=', mark).as('done'),
      eb.fn.countAll<number>().as('total'),
    ])
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
}

/** Returns undefined if a remake is already in progress. */
export function insertRemake(db: Db, remake: { mark: string; startedBy: number; startedAt: Date }) {
  return db
    .insertInto('watermarkRemakes')
    .values({ ...remake, touchedAt: remake.startedAt })
    .onConflict((conflict) => conflict.expression(sql`(true)`).where('finishedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
}

function findLastRemake(db: Db) {
  return db.selectFrom('watermarkRemakes').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** Returns true for exactly one caller, if the remake has not reported since `before`. */
async function takeUpRemake(db: Db, id: number, { before, now }: { before: Date; now: Date }) {
  const taken = await db
    .updateTable('watermarkRemakes')
    .set({ touchedAt: now })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .where('touchedAt', '<', before.toISOString())
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}
