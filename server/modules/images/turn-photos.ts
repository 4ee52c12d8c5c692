import { sql } from 'kysely';
import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { anyOf } from '#server/platform/database/database.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { cleanOriginal } from './clean-original.ts';
import { BadImageError, decodePhoto, makeDerivatives } from './derivatives.ts';
import { deleteVariants, getOriginalFile, REMADE_VARIANTS } from './derivatives-placement.ts';
import { findReadyImages, folderOf, lockReadyImages, type PlacedImage } from './image-records.ts';
import { replaceDerivatives } from './replaced-variants.ts';
import { newestTraceKey } from './trace-keys.ts';
import { currentMark, type Mark, nameOfMark, recordRendition } from './watermark.ts';

const PHOTOS_PER_JOB = 50;

/** Makes the pictures of turned photos again. */
export const turnPhotosJob = defineJob({
  name: 'images.turn-photos',
  payload: z.object({ imageIds: z.array(z.int()).min(1).max(PHOTOS_PER_JOB) }),
  expireSeconds: 600,
});

/** Tells later modules that a photo was turned, so that faces in it lie elsewhere. */
export const photoTurned = defineJob({
  name: 'images.photo-turned',
  payload: z.object({ imageId: z.int() }),
});

/** Turns locked photos to the given rotation; a job makes their pictures again. */
export async function turnImages(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  turned: readonly { image: PlacedImage; rotation: number }[],
): Promise<void> {
  const changed = turned.filter(({ image, rotation }) => image.rotation !== rotation);
  const imageIds = changed.map(({ image }) => image.id);
  // Faces found earlier are elsewhere now, so they are searched again.
  await sql`
    update images
    set rotation = new.rotation, faces = null, faces_at = null,
      width = case when new.is_on_side then height else width end,
      height = case when new.is_on_side then width else height end
    from unnest(
      ${imageIds}::bigint[],
      ${changed.map(({ rotation }) => rotation)}::smallint[],
      ${changed.map(({ image, rotation }) => (rotation - image.rotation) % 180 !== 0)}::boolean[]
    ) as new (id, rotation, is_on_side)
    where images.id = new.id`.execute(db);
  for (let start = 0; start < imageIds.length; start += PHOTOS_PER_JOB) {
    await queue.enqueue(db, turnPhotosJob, { imageIds: imageIds.slice(start, start + PHOTOS_PER_JOB) });
  }
}

/** Safe to run twice: a photo whose pictures have its rotation is skipped. */
export async function turnPhotos(
  context: Context,
  { imageIds }: z.output<typeof turnPhotosJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const turning = await context.db
    .selectFrom('images')
    .select('id')
    .where('id', '=', anyOf(imageIds))
    .whereRef('rotation', '<>', 'shownRotation')
    .orderBy('id')
    .execute();
  for (const { id } of turning) {
    signal.throwIfAborted();
    while (!(await turnPhoto(context, id)));
  }
}

/** Returns false if the photo was turned again meanwhile. */
async function turnPhoto(context: Context, imageId: number): Promise<boolean> {
  const [image] = await findReadyImages(context.db, [imageId]);
  if (!image) return true;
  const mark = await currentMark(context);
  const derivatives = await makeTurned(context, image, mark);
  if (!derivatives) return true;
  await cleanOriginal(context, image);
  // The lock keeps the photo from being hidden, moved or turned meanwhile.
  return inTransaction(context, async (tx) => {
    const [current] = await lockReadyImages(tx.db, [imageId]);
    if (!current) return true;
    if (current.rotation !== image.rotation) return false;
    const folderUuid = folderOf(current);
    await replaceDerivatives(context, tx.db, { folderUuid, imageId }, derivatives);
    await deleteVariants(context, { folderUuid, imageId }, REMADE_VARIANTS);
    await recordRendition(tx.db, current, { mark: nameOfMark(mark), ...derivatives });
    await tx.queue.enqueue(tx.db, photoTurned, { imageId });
    return true;
  });
}

/** A photo whose original is damaged keeps its pictures, and staff see that it is still turning. */
async function makeTurned(context: Context, image: PlacedImage, mark: Mark) {
  try {
    const pixels = await decodePhoto(await getOriginalFile(context, image), image.rotation);
    const traceKey = newestTraceKey(context.traceKeys);
    return await makeDerivatives(pixels, { mark, traceKey, imageId: image.id });
  } catch (error) {
    if (error instanceof BadImageError) return undefined;
    throw error;
  }
}
