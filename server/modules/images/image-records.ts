import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import { defineJob } from '#server/platform/queue.ts';

export type Doubt = 'no_time' | 'near_boundary' | 'outside_schedule' | 'no_schedule';
type FiledBy = 'time' | 'upload' | 'staff';

const IMAGES_PER_SETTLE_JOB = 500;

/** Brings the derivatives of moved or hidden images to where their rows now say, and out of the old folder. */
export const settleDerivatives = defineJob({
  name: 'images.settle-derivatives',
  payload: z.object({ imageIds: z.array(z.int()).min(1).max(IMAGES_PER_SETTLE_JOB), oldFolder: z.uuid() }),
});

/** Tells later modules that a picture can be looked at; enqueue it with `markReady`. */
export const imageReady = defineJob({
  name: 'images.image-ready',
  payload: z.object({ imageId: z.int() }),
});

/** Tells later modules that pictures from elsewhere, or shown again, are in an album now. */
export const picturesJoined = defineJob({
  name: 'images.pictures-joined',
  payload: z.object({ albumId: z.int() }),
});

export type NewImage = {
  eventId: number;
  albumId: number | null;
  contentHash: Buffer;
  crc32: number;
  sizeBytes: number;
  fileName: string;
  uploadedBy: number | null;
};

/** Undefined when the event has a picture of these very bytes. */
export function insertImage(db: Db, image: NewImage) {
  return db
    .insertInto('images')
    .values({ ...image, filedBy: image.albumId === null ? 'time' : 'upload' })
    .onConflict((conflict) => conflict.columns(['eventId', 'contentHash']).doNothing())
    .returning('id')
    .executeTakeFirst();
}

export function findImageByContent(db: Db, eventId: number, contentHash: Buffer) {
  return db
    .selectFrom('images')
    .select(['id', 'state', 'fileName'])
    .where('eventId', '=', eventId)
    .where('contentHash', '=', contentHash)
    .executeTakeFirst();
}

/** True when the image was a failed one and may be tried again. */
export async function reviveFailedImage(db: Db, imageId: number, albumId: number | null): Promise<boolean> {
  const revived = await db
    .updateTable('images')
    .set({ state: 'received', failure: null, albumId, filedBy: albumId === null ? 'time' : 'upload' })
    .where('id', '=', imageId)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst();
  return revived !== undefined;
}

export type CameraFacts = {
  width: number;
  height: number;
  cameraTime: Date | null;
  cameraSerial: string | null;
  photographer: string | null;
};

export type ReadyFacts = CameraFacts & {
  placeholder: string;
  /** The name of the mark that the derivatives carry. */
  mark: string;
  capturedAt: Date | null;
  albumId: number | null;
  doubt: Doubt | null;
};

/** False when another run of the same job was first: every image becomes ready, and counts, once. */
export async function markReady(db: Db, imageId: number, facts: ReadyFacts): Promise<boolean> {
  const isFirst = await leaveReceived(db, imageId, { ...facts, state: 'ready' });
  if (isFirst && facts.albumId !== null) await addToCounts(db, new Map([[facts.albumId, 1]]));
  return isFirst;
}

/** A frame of the clock page: it corrects its camera and is in no album. */
export function markClock(db: Db, imageId: number, facts: CameraFacts): Promise<boolean> {
  return leaveReceived(db, imageId, { ...facts, state: 'clock', albumId: null });
}

export function markFailed(db: Db, imageId: number, failure: string): Promise<boolean> {
  return leaveReceived(db, imageId, { state: 'failed', failure: failure.slice(0, 500) });
}

type Change = Partial<ReadyFacts> & { state: 'ready' | 'clock' | 'failed'; failure?: string };

async function leaveReceived(db: Db, imageId: number, change: Change): Promise<boolean> {
  const left = await db
    .updateTable('images')
    .set({ ...change, processedAt: sql`now()` })
    .where('id', '=', imageId)
    .where('state', '=', 'received')
    .returning('id')
    .executeTakeFirst();
  return left !== undefined;
}

/**
 * In id order, as every writer of several images locks them: two at once wait, they do not deadlock. Read by a query
 * of its own: one that had to wait would join the new row of an image with the album that it was in before.
 */
export async function lockReadyImages(db: Db, imageIds: number[]): Promise<PlacedImage[]> {
  await db.selectFrom('images').select('id').where('id', 'in', imageIds).orderBy('id').forUpdate().execute();
  return findReadyImages(db, imageIds);
}

/** As they are at this moment, in id order. */
export function findReadyImages(db: Db, imageIds: number[]) {
  return db
    .selectFrom('images')
    .innerJoin('events', 'events.id', 'images.eventId')
    .leftJoin('albums', 'albums.id', 'images.albumId')
    .select([
      'images.id',
      'images.eventId',
      'images.albumId',
      'images.filedBy',
      'images.hiddenAt',
      'images.cameraTime',
      'images.cameraSerial',
      'images.capturedAt',
      'images.doubt',
      'images.contentHash',
      'images.mark',
      'events.trayUuid',
      'albums.uuid as albumUuid',
    ])
    .where('images.id', 'in', imageIds)
    .where('images.state', '=', 'ready')
    .orderBy('images.id')
    .execute();
}

export type PlacedImage = Awaited<ReturnType<typeof findReadyImages>>[number];

/** Where an image's derivatives lie; hidden ones lie with the unfiled, which staff alone can open. */
export function folderOf(
  image: Pick<PlacedImage, 'hiddenAt' | 'albumId' | 'albumUuid' | 'trayUuid'>,
): string {
  return image.hiddenAt === null ? (image.albumUuid ?? image.trayUuid) : image.trayUuid;
}

export type Placement = {
  image: PlacedImage;
  albumId: number | null;
  doubt: Doubt | null;
  filedBy: FiledBy;
  capturedAt: string | null;
};

/** Writes new places of locked images, with both albums' counts; the derivatives must be there already. */
export async function placeImages({ db, queue }: World, placements: Placement[]): Promise<void> {
  const counts = new Map<number, number>();
  const left: { folder: string; imageId: number }[] = [];
  await writePlacements(db, placements);
  for (const { image, albumId } of placements) {
    if (image.albumId === albumId || image.hiddenAt !== null) continue;
    if (image.albumId !== null) counts.set(image.albumId, (counts.get(image.albumId) ?? 0) - 1);
    if (albumId !== null) counts.set(albumId, (counts.get(albumId) ?? 0) + 1);
    left.push({ folder: folderOf(image), imageId: image.id });
  }
  await addToCounts(db, counts);
  await tellJoined({ db, queue }, counts);
  await settleLater({ db, queue }, left);
}

/** Each with a folder in which something of it may be left. */
export async function settleLater(
  { db, queue }: World,
  left: { folder: string; imageId: number }[],
  options: { startAfterSeconds?: number } = {},
): Promise<void> {
  for (const [oldFolder, images] of Map.groupBy(left, ({ folder }) => folder)) {
    const imageIds = images.map(({ imageId }) => imageId);
    for (let start = 0; start < imageIds.length; start += IMAGES_PER_SETTLE_JOB) {
      const chunk = imageIds.slice(start, start + IMAGES_PER_SETTLE_JOB);
      await queue.enqueue(db, settleDerivatives, { imageIds: chunk, oldFolder }, options);
    }
  }
}

async function writePlacements(db: Db, placements: Placement[]): Promise<void> {
  await sql`
    update images
    set album_id = new.album_id, doubt = new.doubt, filed_by = new.filed_by, captured_at = new.captured_at
    from unnest(
      ${placements.map(({ image }) => image.id)}::int[],
      ${placements.map(({ albumId }) => albumId)}::int[],
      ${placements.map(({ doubt }) => doubt)}::text[],
      ${placements.map(({ filedBy }) => filedBy)}::text[],
      ${placements.map(({ capturedAt }) => capturedAt)}::timestamptz[]
    ) as new (id, album_id, doubt, filed_by, captured_at)
    where images.id = new.id`.execute(db);
}

type World = Pick<Tx, 'db' | 'queue'>;

/** Out of the album for everyone but staff; false when there is no such image or it is hidden already. */
export function hideImage(world: World, imageId: number, now: Date): Promise<boolean> {
  return setHidden(world, imageId, now);
}

export function showImage(world: World, imageId: number): Promise<boolean> {
  return setHidden(world, imageId, null);
}

/** Call `settleNow` after the commit when the old address must be dead before the answer. */
async function setHidden({ db, queue }: World, imageId: number, hiddenAt: Date | null): Promise<boolean> {
  const [image] = await lockReadyImages(db, [imageId]);
  if (!image || (image.hiddenAt === null) === (hiddenAt === null)) return false;
  await db.updateTable('images').set({ hiddenAt }).where('id', '=', imageId).execute();
  const counts = new Map(image.albumId === null ? [] : [[image.albumId, hiddenAt ? -1 : 1]]);
  await addToCounts(db, counts);
  await tellJoined({ db, queue }, counts);
  await queue.enqueue(db, settleDerivatives, { imageIds: [imageId], oldFolder: folderOf(image) });
  return true;
}

async function tellJoined({ db, queue }: World, counts: ReadonlyMap<number, number>): Promise<void> {
  for (const [albumId, change] of counts) {
    if (change > 0)
      await queue.enqueue(db, picturesJoined, { albumId }, { singletonKey: `album:${albumId}` });
  }
}

async function addToCounts(db: Db, counts: ReadonlyMap<number, number>): Promise<void> {
  for (const [albumId, change] of [...counts].sort(([a], [b]) => a - b)) {
    if (change === 0) continue;
    await db
      .updateTable('albums')
      .set((eb) => ({ imagesCount: eb('imagesCount', '+', change) }))
      .where('id', '=', albumId)
      .execute();
  }
}
