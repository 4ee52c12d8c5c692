import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { lockSchedule } from '#server/modules/catalogue/schedule.ts';
import { copyDerivatives } from '#server/modules/images/derivatives-placement.ts';
import {
  findReadyImages,
  folderOf,
  listRefilable,
  lockReadyImages,
  type PlacedImage,
  type Placement,
  renditionOf,
} from '#server/modules/images/image-records.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { type FilingPlan, fileImage, loadFilingPlan } from './filing.ts';
import { placeAndPublish } from './move-images.ts';

export const refileImagesJob = defineJob({
  name: 'ingest.refile-images',
  payload: z.object({ eventId: z.int(), serial: z.string().optional() }),
  expireSeconds: 900,
  concurrency: 1,
});

type Scope = z.output<typeof refileImagesJob.payload>;

/**
 * Call it in the transaction that changes a clock. The job is never merged with one that is already waiting, because
 * that one may start, and read the plan, before this change is committed.
 */
export async function askToRefile({ db, queue }: Pick<Tx, 'db' | 'queue'>, scope: Scope): Promise<void> {
  await queue.enqueue(db, refileImagesJob, scope);
}

const CHUNK = 200;

/** Files photos by time again. Photos placed by staff or by an upload stay where they are. */
export async function refileImages(context: Context, { eventId, serial }: Scope): Promise<void> {
  for (let afterId = 0; ; ) {
    const imageIds = await listRefilable(context.db, { eventId, serial, afterId, limit: CHUNK });
    const lastId = imageIds.at(-1);
    if (lastId === undefined) return;
    while (!(await refileChunk(context, eventId, imageIds)));
    afterId = lastId;
  }
}

/** Returns false if an image was watermarked again or turned since its derivatives were copied. */
async function refileChunk(context: Context, eventId: number, imageIds: number[]): Promise<boolean> {
  const copied = await copyAhead(context, eventId, imageIds);
  return inTransaction(context, async (tx) => {
    await lockSchedule(tx.db, eventId, 'shared');
    const plan = await loadFilingPlan(tx.db, eventId);
    const images = await lockReadyImages(tx.db, imageIds);
    if (images.some((image) => isRemade(image, copied.get(image.id)))) return false;
    const placements = images
      .filter((image) => image.filedBy === 'time')
      .map((image) => placementOf(plan, image))
      // If the plan changed since the copy, that change has already enqueued another refiling.
      .filter(
        (placement) => copied.get(placement.image.id)?.folder === placement.folder && isChange(placement),
      );
    await placeAndPublish(tx, placements);
    return true;
  });
}

/** Copies derivatives to their new folders before the rows change, and returns those folders. */
async function copyAhead(
  context: Context,
  eventId: number,
  imageIds: number[],
): Promise<ReadonlyMap<number, Copied>> {
  const plan = await loadFilingPlan(context.db, eventId);
  const images = await findReadyImages(context.db, imageIds);
  const places = images.map((image) => placementOf(plan, image));
  await copyDerivatives(
    context,
    places.map(({ image, folder }) => ({ imageId: image.id, from: folderOf(image), to: folder })),
  );
  return new Map(places.map(({ image, folder }) => [image.id, { folder, rendition: renditionOf(image) }]));
}

type Copied = { folder: string; rendition: string };

function isRemade(image: PlacedImage, copied: Copied | undefined): boolean {
  return copied !== undefined && copied.rendition !== renditionOf(image);
}

function placementOf(plan: FilingPlan, image: PlacedImage): Placement & { folder: string } {
  const { capturedAt, filing } = fileImage(plan, stampOf(image));
  const albumUuid = plan.albumUuids.get(filing.albumId ?? 0) ?? null;
  return {
    image,
    albumId: filing.albumId,
    doubt: filing.doubt,
    filedBy: 'time',
    capturedAt: capturedAt?.toISOString() ?? null,
    folder: folderOf({ ...image, albumUuid }),
  };
}

function isChange({ image, albumId, doubt, capturedAt }: Placement): boolean {
  const before = image.capturedAt === null ? null : Date.parse(image.capturedAt);
  const after = capturedAt === null ? null : Date.parse(capturedAt);
  return image.albumId !== albumId || image.doubt !== doubt || before !== after;
}

function stampOf({ cameraTime, cameraSerial }: PlacedImage) {
  return { cameraTime: cameraTime === null ? null : new Date(cameraTime), cameraSerial };
}
