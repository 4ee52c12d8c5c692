import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { addToImageCounts } from '#server/modules/catalogue/albums.ts';
import type { Db } from '#server/platform/database/database.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import {
  type CameraFacts,
  leaveReceived,
  lockReadyImages,
  type PlacedImage,
  type Placement,
  writeHidings,
  writePlacements,
} from './image-records.queries.ts';

export {
  becomeReady,
  type CameraFacts,
  type Doubt,
  findImageByContent,
  findReadyImages,
  lockReadyImages,
  type NewImage,
  newImage,
  type PlacedImage,
  type Placement,
  reviveFailedImage,
} from './image-records.queries.ts';
export {
  imagesToJoin,
  listCameraUse,
  listImageStates,
  listOldestWaiting,
  listRefilable,
  listUnfiled,
  type UnfiledImage,
  waitingImages,
} from './images.queries.ts';

const IMAGES_PER_SETTLE_JOB = 500;

/** Moves the derivatives of moved or hidden images out of the old folder to where their rows now say. */
export const settleDerivatives = defineJob({
  name: 'images.settle-derivatives',
  payload: z.object({ imageIds: z.array(z.int()).min(1).max(IMAGES_PER_SETTLE_JOB), oldFolder: z.uuid() }),
});

/** Tells later modules that a picture can be viewed. Whoever calls `becomeReady` enqueues it. */
export const imageReady = defineJob({
  name: 'images.image-ready',
  payload: z.object({ imageId: z.int() }),
});

/** Tells later modules that an album gained pictures that were moved into it or shown again. */
export const imagesJoined = defineJob({
  name: 'images.pictures-joined',
  payload: z.object({ albumId: z.int() }),
});

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

/** Changes when the thumb and preview of an image are made again, so that older copies are told apart. */
export function renditionOf({ mark, shownRotation }: Pick<PlacedImage, 'mark' | 'shownRotation'>): string {
  return `${shownRotation} ${mark}`;
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

/** Tells since when a report hides the image. Older rows only say that it is hidden. */
export function withheldSince({ hiddenAt, withheldAt, rejectedAt }: PlacedImage): string | null {
  return withheldAt ?? (rejectedAt === null ? hiddenAt : null);
}

/** Hides a reported image from everyone but staff. Returns false if there is no such image or it is already hidden. */
export function hideImage(tx: Pick<Tx, 'db' | 'queue'>, imageId: number, now: Date): Promise<boolean> {
  return setWithheld(tx, imageId, now);
}

/** An image that staff rejected stays hidden. */
export function showImage(tx: Pick<Tx, 'db' | 'queue'>, imageId: number): Promise<boolean> {
  return setWithheld(tx, imageId, null);
}

async function setWithheld(
  tx: Pick<Tx, 'db' | 'queue'>,
  imageId: number,
  now: Date | null,
): Promise<boolean> {
  const [image] = await lockReadyImages(tx.db, [imageId]);
  if (!image || (withheldSince(image) === null) === (now === null)) return false;
  await changeHiding(tx, [{ image, withheldAt: now?.toISOString() ?? null, rejectedAt: image.rejectedAt }]);
  return true;
}

/** Rejects locked images, or restores them with null. An image that a report hides stays hidden. */
export async function rejectImages(
  tx: Pick<Tx, 'db' | 'queue'>,
  images: readonly PlacedImage[],
  now: Date | null,
): Promise<void> {
  const rejectedAt = now?.toISOString() ?? null;
  await changeHiding(
    tx,
    images.map((image) => ({ image, withheldAt: withheldSince(image), rejectedAt })),
  );
}

type HidingChange = { image: PlacedImage; withheldAt: string | null; rejectedAt: string | null };

/** Call `settleVisibility` after the commit if the old address must stop working before the response. */
async function changeHiding(tx: Pick<Tx, 'db' | 'queue'>, hidings: readonly HidingChange[]): Promise<void> {
  await writeHidings(
    tx.db,
    hidings.map(({ image, withheldAt, rejectedAt }) => ({ imageId: image.id, withheldAt, rejectedAt })),
  );
  const counts = new Map<number, number>();
  const moved: { folder: string; imageId: number }[] = [];
  for (const { image, withheldAt, rejectedAt } of hidings) {
    const isHidden = withheldAt !== null || rejectedAt !== null;
    if (isHidden === (image.hiddenAt !== null)) continue;
    if (image.albumId !== null)
      counts.set(image.albumId, (counts.get(image.albumId) ?? 0) + (isHidden ? -1 : 1));
    moved.push({ folder: folderOf(image), imageId: image.id });
  }
  await changeCounts(tx, counts);
  await settleLater(tx, moved);
}

async function changeCounts(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  changes: ReadonlyMap<number, number>,
): Promise<void> {
  await addToImageCounts(db, changes);
  for (const [albumId, change] of changes) {
    if (change > 0) await queue.enqueue(db, imagesJoined, { albumId }, { singletonKey: `album:${albumId}` });
  }
}
