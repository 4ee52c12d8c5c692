import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { addToImageCounts, albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import type { Doubt } from './new-images.ts';

const IMAGES_PER_SETTLE_JOB = 500;
/** The name that a photo credits. */
export const PHOTOGRAPHER = sql<string | null>`nullif(btrim(photographer), '')`;

/** Moves the derivatives of moved or hidden images out of the old folder to where their rows now say. */
export const settleDerivatives = defineJob({
  name: 'images.settle-derivatives',
  payload: z.object({ imageIds: z.array(z.int()).min(1).max(IMAGES_PER_SETTLE_JOB), oldFolder: z.uuid() }),
});

/** Tells later modules that an album gained pictures that were moved into it or shown again. */
export const imagesJoined = defineJob({
  name: 'images.pictures-joined',
  payload: z.object({ albumId: z.int() }),
});

/** Returns the folder of an image's derivatives. Hidden images are in the event's tray, which only staff can open. */
export function folderOf(image: Pick<PlacedImage, 'hiddenAt' | 'albumUuid' | 'trayUuid'>): string {
  return image.hiddenAt === null ? (image.albumUuid ?? image.trayUuid) : image.trayUuid;
}

/** Changes when thumb and preview are made again, so that older copies can be told apart. */
export function renditionOf({ mark, shownRotation }: Pick<PlacedImage, 'mark' | 'shownRotation'>): string {
  return `${shownRotation} ${mark}`;
}

export type Placement = {
  image: PlacedImage;
  albumId: number | null;
  doubt: Doubt | null;
  filedBy: 'time' | 'upload' | 'staff';
  capturedAt: string | null;
};

/** Writes new places of locked images and updates the counts. The derivatives must already be in the new folder. */
export async function placeImages(tx: Pick<Tx, 'db' | 'queue'>, placements: Placement[]): Promise<void> {
  await sql`
    update images
    set album_id = new.album_id, doubt = new.doubt, filed_by = new.filed_by, captured_at = new.captured_at
    from unnest(
      ${placements.map(({ image }) => image.id)}::bigint[],
      ${placements.map(({ albumId }) => albumId)}::int[],
      ${placements.map(({ doubt }) => doubt)}::text[],
      ${placements.map(({ filedBy }) => filedBy)}::text[],
      ${placements.map(({ capturedAt }) => capturedAt)}::timestamptz[]
    ) as new (id, album_id, doubt, filed_by, captured_at)
    where images.id = new.id`.execute(tx.db);
  const moved = placements.filter(
    ({ image, albumId }) => image.albumId !== albumId && image.hiddenAt === null,
  );
  await updateAlbumsOfMoved(
    tx,
    moved.map(({ image, albumId }) => ({ image, from: image.albumId, to: albumId })),
  );
}

/** The albums in which an image was and is visible. */
type Moved = { image: PlacedImage; from: number | null; to: number | null };

async function updateAlbumsOfMoved(tx: Pick<Tx, 'db' | 'queue'>, moved: readonly Moved[]): Promise<void> {
  const counts = new Map<number, number>();
  for (const { from, to } of moved) {
    if (from !== null) counts.set(from, (counts.get(from) ?? 0) - 1);
    if (to !== null) counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  await addToImageCounts(tx.db, counts);
  for (const [albumId, change] of counts) {
    const options = { singletonKey: `album:${albumId}` };
    if (change > 0) await tx.queue.enqueue(tx.db, imagesJoined, { albumId }, options);
  }
  await settleLater(
    tx,
    moved.map(({ image }) => ({ folder: folderOf(image), imageId: image.id })),
  );
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

/**
 * Hides a reported image from everyone but staff, or with null shows it again unless staff rejected it. Returns false if
 * there is no such image or nothing changes.
 */
export async function withholdImage(
  tx: Pick<Tx, 'db' | 'queue'>,
  imageId: number,
  since: Date | null,
): Promise<boolean> {
  const [image] = await lockReadyImages(tx.db, [imageId]);
  if (!image || (image.withheldAt === null) === (since === null)) return false;
  const { rejectedAt, keptAt } = image;
  await changeHiding(tx, [{ image, withheldAt: since?.toISOString() ?? null, rejectedAt, keptAt }]);
  return true;
}

export type Decision = 'kept' | 'rejected' | null;

export function decisionOf({ keptAt, rejectedAt }: Pick<PlacedImage, 'keptAt' | 'rejectedAt'>): Decision {
  if (rejectedAt !== null) return 'rejected';
  return keptAt === null ? null : 'kept';
}

/** Keeps or rejects locked images, or leaves them open with null. An image that a report hides stays hidden. */
export async function decideImages(
  tx: Pick<Tx, 'db' | 'queue'>,
  images: readonly PlacedImage[],
  { decision, now }: { decision: Decision; now: Date },
): Promise<void> {
  const rejectedAt = decision === 'rejected' ? now.toISOString() : null;
  const keptAt = decision === 'kept' ? now.toISOString() : null;
  await changeHiding(
    tx,
    images.map((image) => ({ image, withheldAt: image.withheldAt, rejectedAt, keptAt })),
  );
}

type Hiding = { image: PlacedImage } & Pick<PlacedImage, 'withheldAt' | 'rejectedAt' | 'keptAt'>;

/**
 * A photo is hidden since the first of the reasons for which it is hidden now. Call `settleVisibility` after the commit if
 * the old address must stop working before the response.
 */
async function changeHiding(tx: Pick<Tx, 'db' | 'queue'>, hidings: readonly Hiding[]): Promise<void> {
  await sql`
    update images
    set withheld_at = new.withheld_at, rejected_at = new.rejected_at, kept_at = new.kept_at,
      hidden_at = least(new.withheld_at, new.rejected_at)
    from unnest(
      ${hidings.map(({ image }) => image.id)}::bigint[],
      ${hidings.map(({ withheldAt }) => withheldAt)}::timestamptz[],
      ${hidings.map(({ rejectedAt }) => rejectedAt)}::timestamptz[],
      ${hidings.map(({ keptAt }) => keptAt)}::timestamptz[]
    ) as new (id, withheld_at, rejected_at, kept_at)
    where images.id = new.id`.execute(tx.db);
  const moved = hidings.flatMap(({ image, withheldAt, rejectedAt }): Moved[] => {
    const isHidden = withheldAt !== null || rejectedAt !== null;
    if (isHidden === (image.hiddenAt !== null)) return [];
    return [{ image, from: isHidden ? image.albumId : null, to: isHidden ? null : image.albumId }];
  });
  await updateAlbumsOfMoved(tx, moved);
}

/**
 * Locks in id order, so that two writers wait for each other and never in a circle. A second query reads the rows:
 * a locking query that had to wait would join the new image with the album it was in before.
 */
export async function lockReadyImages(db: Db, imageIds: number[]): Promise<PlacedImage[]> {
  await db
    .selectFrom('images')
    .select('id')
    .where('id', '=', anyOf(imageIds))
    .orderBy('id')
    .forUpdate()
    .execute();
  return findReadyImages(db, imageIds);
}

export type PlacedImage = Awaited<ReturnType<typeof findReadyImages>>[number];

export function findReadyImages(db: Db, imageIds: number[]) {
  return db
    .selectFrom('images')
    .innerJoin(eventsToJoin(db).as('event'), 'event.id', 'images.eventId')
    .leftJoin(albumsToJoin(db).as('album'), 'album.id', 'images.albumId')
    .select([
      'images.id',
      'images.eventId',
      'images.albumId',
      'images.filedBy',
      'images.hiddenAt',
      'images.keptAt',
      'images.rejectedAt',
      'images.withheldAt',
      'images.rotation',
      'images.shownRotation',
      'images.cameraTime',
      'images.cameraSerial',
      'images.capturedAt',
      'images.doubt',
      'images.contentHash',
      'images.fileName',
      'images.width',
      'images.height',
      'images.placeholder',
      'images.mark',
      'event.trayUuid',
      'album.uuid as albumUuid',
    ])
    .where('images.id', '=', anyOf(imageIds))
    .where('images.state', '=', 'ready')
    .orderBy('images.id')
    .execute();
}

/** Images filed by time, which may be filed again when the schedule changes. */
export async function listRefilable(
  db: Db,
  search: { eventId: number; serial: string | undefined; afterId: number; limit: number },
): Promise<number[]> {
  let query = db
    .selectFrom('images')
    .select('id')
    .where('eventId', '=', search.eventId)
    .where('state', '=', 'ready')
    .where('filedBy', '=', 'time')
    .where('id', '>', search.afterId)
    .orderBy('id')
    .limit(search.limit);
  if (search.serial !== undefined) query = query.where('cameraSerial', '=', search.serial);
  return (await query.execute()).map(({ id }) => id);
}

export function listUnfiled(db: Db, eventId: number, limit: number) {
  return db
    .selectFrom('images')
    .select(['id', 'fileName', 'width', 'height', 'capturedAt', 'cameraSerial', 'placeholder', 'doubt'])
    .select(PHOTOGRAPHER.as('photographer'))
    .where('eventId', '=', eventId)
    .where('albumId', 'is', null)
    .where('state', '=', 'ready')
    .where('hiddenAt', 'is', null)
    .orderBy('capturedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function listCameraUse(db: Db, eventId: number) {
  return db
    .selectFrom('images')
    .select((eb) => [
      'cameraSerial',
      eb.fn.countAll<number>().as('frames'),
      eb.fn.max('capturedAt').as('lastCapturedAt'),
    ])
    .where('eventId', '=', eventId)
    .where('cameraSerial', 'is not', null)
    .where('state', '=', 'ready')
    .groupBy('cameraSerial')
    .execute();
}

const MAX_CHECKED = 2_000;

/** When a camera says it took its latest photos that are filed by time, and when they arrived. */
export function listCameraImages(db: Db, eventId: number, serial: string) {
  return db
    .selectFrom('images')
    .select(['cameraTime', 'createdAt'])
    .where('eventId', '=', eventId)
    .where('cameraSerial', '=', serial)
    .where('state', '=', 'ready')
    .where('filedBy', '=', 'time')
    .where('cameraTime', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MAX_CHECKED)
    .$narrowType<{ cameraTime: string }>()
    .execute();
}
