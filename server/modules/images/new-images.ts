import { sql } from 'kysely';
import { z } from 'zod';
import { FINGERPRINT_VERSION } from '#engines/watermark/find-photo.ts';
import { addToImageCounts } from '#server/modules/catalogue/albums.ts';
import { scheduleAt } from '#server/modules/catalogue/schedule.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { type CleanFacts, saveCleanFacts } from './clean-original.ts';

export type Doubt = 'no_time' | 'near_boundary' | 'outside_schedule' | 'no_schedule' | 'camera_clock';

export type NewImage = {
  eventId: number;
  albumId: number | null;
  contentHash: Buffer;
  crc32: number;
  sizeBytes: number;
  fileName: string;
  uploadedBy: number | null;
  /** The photographer's pass that it came by. */
  passId?: number | null;
};

/** Returns undefined if the event already has a picture with the same bytes. */
export async function insertImage(db: Db, image: NewImage): Promise<number | undefined> {
  const added = await db
    .insertInto('images')
    .values({ ...image, filedBy: image.albumId === null ? 'time' : 'upload' })
    .onConflict((conflict) => conflict.columns(['eventId', 'contentHash']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

export function findImageByContent(db: Db, eventId: number, contentHash: Buffer) {
  return db
    .selectFrom('images')
    .select(['id', 'state', 'fileName'])
    .where('eventId', '=', eventId)
    .where('contentHash', '=', contentHash)
    .executeTakeFirst();
}

/** Does nothing if another upload of the same picture gave it its name. */
export async function renameImage(
  db: Db,
  imageId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('images')
    .set({ fileName: to.slice(-255) || 'unnamed' })
    .where('id', '=', imageId)
    .where('fileName', '=', from)
    .execute();
}

/** Returns false unless the image had failed. */
export async function reviveFailedImage(
  db: Db,
  imageId: number,
  { albumId, passId = null }: Pick<NewImage, 'albumId' | 'passId'>,
): Promise<boolean> {
  const revived = await db
    .updateTable('images')
    .set({ state: 'received', failure: null, albumId, passId, filedBy: albumId === null ? 'time' : 'upload' })
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
  /** The name of the watermark on the derivatives. */
  mark: string;
  traceKey: string;
  perceptualHash?: string;
  sharpness?: number;
  capturedAt: Date | null;
  albumId: number | null;
  doubt: Doubt | null;
};

type Outcome = Partial<ReadyFacts> & { state: 'clock' | 'failed'; failure?: string };

export type ReadyImage = ReadyFacts & {
  fingerprint: Buffer;
  /** Found later if null. */
  clean: CleanFacts | null;
  /** The picture becomes ready only while the schedule that it was filed by is current. */
  schedule?: { eventId: number; version: number };
};

/**
 * Makes a picture ready, saves what was measured and counts it. Returns true for exactly one of several runs of the same
 * job.
 */
export async function becomeReady(
  db: Db,
  imageId: number,
  { fingerprint, clean, schedule, ...facts }: ReadyImage,
): Promise<boolean> {
  const ready = await db
    .updateTable('images')
    .set({ ...facts, state: 'ready', processedAt: sql`now()` })
    .where('id', '=', imageId)
    .where('state', '=', 'received')
    .where((eb) => (schedule ? eb.exists(scheduleAt(db, schedule)) : eb.lit(true)))
    .returning('id')
    .executeTakeFirst();
  if (!ready) return false;
  await saveFingerprint(db, { imageId, rotation: 0, version: FINGERPRINT_VERSION, fingerprint });
  if (clean) await saveCleanFacts(db, imageId, clean);
  if (facts.albumId !== null) await addToImageCounts(db, new Map([[facts.albumId, 1]]));
  return true;
}

type Fingerprint = { imageId: number; rotation: number; version: number; fingerprint: Buffer };

export async function saveFingerprint(db: Db, { imageId, ...print }: Fingerprint): Promise<void> {
  await db
    .insertInto('imageFingerprints')
    .values({ imageId, ...print })
    .onConflict((conflict) => conflict.column('imageId').doUpdateSet(print))
    .execute();
}

/** Returns true for exactly one of several runs of the same job. */
export async function leaveReceived(db: Db, imageId: number, outcome: Outcome): Promise<boolean> {
  const left = await db
    .updateTable('images')
    .set({ ...outcome, processedAt: sql`now()` })
    .where('id', '=', imageId)
    .where('state', '=', 'received')
    .returning('id')
    .executeTakeFirst();
  return left !== undefined;
}

/** Ignores photos that have been waiting for longer, because they are stuck. */
export async function arePhotosWaiting(db: Db): Promise<boolean> {
  const waiting = await db
    .selectFrom('images')
    .select('id')
    .where('state', '=', 'received')
    .where('createdAt', '>', sql<string>`now() - interval '10 minutes'`)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** Tells later modules that a picture can be viewed. Whoever calls `becomeReady` enqueues it. */
export const imageReady = defineJob({
  name: 'images.image-ready',
  payload: z.object({ imageId: z.int() }),
});

/** A photo of the clock page corrects its camera's clock and belongs to no album. */
export function markClock(db: Db, imageId: number, facts: CameraFacts): Promise<boolean> {
  return leaveReceived(db, imageId, { ...facts, state: 'clock', albumId: null });
}

export function markFailed(db: Db, imageId: number, failure: string): Promise<boolean> {
  return leaveReceived(db, imageId, { state: 'failed', failure: failure.slice(0, 500) });
}

/** A subquery for modules that join the outcome of an upload to their own tables. */
export function imagesToJoin(db: Db) {
  return db.selectFrom('images').select(['id', 'eventId', 'albumId', 'state', 'failure', 'doubt']);
}

/** A query that other modules join their tables to. */
export function waitingImages(db: Db) {
  return db
    .selectFrom('images')
    .select(['images.id', 'images.eventId', 'images.albumId', 'images.contentHash', 'images.rotation'])
    .where('images.state', '=', 'received');
}

/** The oldest waiting images are those that a killed process was working on. */
export async function listOldestWaiting(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('state', '=', 'received')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export function listImageStates(db: Db, imageIds: number[]) {
  return db
    .selectFrom('images')
    .select(['id', 'state', 'failure', sql<boolean>`album_id is not null`.as('isFiled')])
    .where('id', '=', anyOf(imageIds))
    .execute();
}
