import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { addToImageCounts } from '#server/modules/catalogue/image-counts.ts';
import type { Db } from '#server/platform/database.ts';
import { defineJob } from '#server/platform/queue.ts';
import {
  type CameraFacts,
  leaveReceived,
  lockReadyImages,
  type PlacedImage,
  type Placement,
  type ReadyFacts,
  setHiddenAt,
  writePlacements,
} from './image-records.queries.ts';

export {
  type CameraFacts,
  type Doubt,
  findImageByContent,
  findReadyImages,
  insertImage,
  lockReadyImages,
  type NewImage,
  type PlacedImage,
  type Placement,
  reviveFailedImage,
} from './image-records.queries.ts';
export {
  findWaitingImage,
  imagesToJoin,
  listCameraUse,
  listImageStates,
  listOldestWaiting,
  listRefilable,
  listUnfiled,
  type UnfiledImage,
} from './images.queries.ts';

const IMAGES_PER_SETTLE_JOB = 500;

/** Moves the derivatives of moved or hidden images out of the old folder to where their rows now say. */
export const settleDerivatives = defineJob({
  name: 'images.settle-derivatives',
  payload: z.object({ imageIds: z.array(z.int()).min(1).max(IMAGES_PER_SETTLE_JOB), oldFolder: z.uuid() }),
});

/** Tells later modules that a picture can be viewed. Whoever calls `markReady` enqueues it. */
export const imageReady = defineJob({
  name: 'images.image-ready',
  payload: z.object({ imageId: z.int() }),
});

/** Tells later modules that an album gained pictures that were moved into it or shown again. */
export const picturesJoined = defineJob({
  name: 'images.pictures-joined',
  payload: z.object({ albumId: z.int() }),
});

/** Returns true for exactly one run of the same job, so that every image is counted once. */
export async function markReady(db: Db, imageId: number, facts: ReadyFacts): Promise<boolean> {
  const isFirst = await leaveReceived(db, imageId, { ...facts, state: 'ready' });
  if (isFirst && facts.albumId !== null) await addToImageCounts(db, new Map([[facts.albumId, 1]]));
  return isFirst;
}

/** A photo of the clock page corrects its camera's clock and belongs to no album. */
export function markClock(db: Db, imageId: number, facts: CameraFacts): Promise<boolean> {
  return leaveReceived(db, imageId, { ...facts, state: 'clock', albumId: null });
}

export function markFailed(db: Db, imageId: number, failure: string): Promise<boolean> {
  return leaveReceived(db, imageId, { state: 'failed', failure: failure.slice(0, 500) });
}

/** Returns the folder of an image's derivatives. Hidden images are in the event's tray, which only staff can open. */
export function folderOf(image: Pick<PlacedImage, 'hiddenAt' | 'albumUuid' | 'trayUuid'>): string {
  return image.hiddenAt === null ? (image.albumUuid ?? image.trayUuid) : image.trayUuid;
}

/** Writes new places of locked images and updates the counts. The derivatives must already be in the new folder. */
export async function placeImages(tx: Pick<Tx, 'db' | 'queue'>, placements: Placement[]): Promise<void> {
  const counts = new Map<number, number>();
  const moved: { folder: string; imageId: number }[] = [];
  await writePlacements(tx.db, placements);
  for (const { image, albumId } of placements) {
    if (image.albumId === albumId || image.hiddenAt !== null) continue;
    if (image.albumId !== null) counts.set(image.albumId, (counts.get(image.albumId) ?? 0) - 1);
    if (albumId !== null) counts.set(albumId, (counts.get(albumId) ?? 0) + 1);
    moved.push({ folder: folderOf(image), imageId: image.id });
  }
  await changeCounts(tx, counts);
  await settleLater(tx, moved);
}

/** Enqueues the cleanup of folders that may still hold derivatives of moved images. */
export async function settleLater(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  moved: { folder: string; imageId: number }[],
  options: { startAfterSeconds?: number } = {},
): Promise<void> {
  for (const [oldFolder, images] of Map.groupBy(moved, ({ folder }) => folder)) {
    const imageIds = images.map(({ imageId }) => imageId);
    for (let start = 0; start < imageIds.length; start += IMAGES_PER_SETTLE_JOB) {
      const chunk = imageIds.slice(start, start + IMAGES_PER_SETTLE_JOB);
      await queue.enqueue(db, settleDerivatives, { imageIds: chunk, oldFolder }, options);
    }
  }
}

/** Hides an image from everyone but staff. Returns false if there is no such image or it is already hidden. */
export function hideImage(tx: Pick<Tx, 'db' | 'queue'>, imageId: number, now: Date): Promise<boolean> {
  return setHidden(tx, imageId, now);
}

export function showImage(tx: Pick<Tx, 'db' | 'queue'>, imageId: number): Promise<boolean> {
  return setHidden(tx, imageId, null);
}

/** Call `settleVisibility` after the commit if the old address must stop working before the response. */
async function setHidden(
  tx: Pick<Tx, 'db' | 'queue'>,
  imageId: number,
  hiddenAt: Date | null,
): Promise<boolean> {
  const [image] = await lockReadyImages(tx.db, [imageId]);
  if (!image || (image.hiddenAt === null) === (hiddenAt === null)) return false;
  await setHiddenAt(tx.db, imageId, hiddenAt);
  await changeCounts(tx, new Map(image.albumId === null ? [] : [[image.albumId, hiddenAt ? -1 : 1]]));
  await settleLater(tx, [{ imageId, folder: folderOf(image) }]);
  return true;
}

async function changeCounts(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  changes: ReadonlyMap<number, number>,
): Promise<void> {
  await addToImageCounts(db, changes);
  for (const [albumId, change] of changes) {
    if (change > 0)
      await queue.enqueue(db, picturesJoined, { albumId }, { singletonKey: `album:${albumId}` });
  }
}
