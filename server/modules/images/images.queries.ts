import { sql } from 'kysely';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';

const IMAGE_COLUMNS = ['id', 'width', 'height', 'capturedAt', 'placeholder'] as const;

/** Visible images are processed and not hidden by a privacy report. */
const listVisible = prepareStatement((db, { albumId }: { albumId: number }) =>
  db
    .selectFrom('images')
    .select(IMAGE_COLUMNS)
    .where('albumId', '=', albumId)
    .where('state', '=', 'ready')
    .where('hiddenAt', 'is', null)
    .orderBy('capturedAt')
    .orderBy('id'),
);

export function listVisibleImages(db: Db, albumId: number) {
  return listVisible(db, { albumId });
}

const listVersions = prepareStatement((db, { albumId }: { albumId: number }) =>
  db.selectFrom('photoVersions').select('version').where('albumId', '=', albumId),
);

/** Changes whenever the visible photos of the album change. */
export async function readPhotosVersion(db: Db, albumId: number): Promise<string> {
  const [row] = await listVersions(db, { albumId });
  return String(row?.version ?? '');
}

/** Photos of an album for staff, with those that staff rejected but not those that a report hides. */
export function listPhotosToCull(db: Db, albumId: number) {
  return db
    .selectFrom('images')
    .select([...IMAGE_COLUMNS, 'fileName', 'cameraSerial', 'rejectedAt', 'rotation', 'shownRotation'])
    .select(['perceptualHash', 'sharpness'])
    .select(sql<string | null>`nullif(btrim(photographer), '')`.as('photographer'))
    .where('albumId', '=', albumId)
    .where('state', '=', 'ready')
    .where((eb) =>
      eb.or([
        eb('hiddenAt', 'is', null),
        eb.and([eb('rejectedAt', 'is not', null), eb('withheldAt', 'is', null)]),
      ]),
    )
    .orderBy('capturedAt')
    .orderBy('id')
    .execute();
}

export function listImagesOfEvent(db: Db, eventId: number) {
  return db
    .selectFrom('images')
    .select([...IMAGE_COLUMNS, 'albumId'])
    .where('eventId', '=', eventId)
    .where('state', '=', 'ready')
    .orderBy('capturedAt')
    .orderBy('id')
    .execute();
}

export function countUnfiledImages(db: Db, eventIds: number[]) {
  return db
    .selectFrom('images')
    .select((eb) => ['eventId', eb.fn.countAll<number>().as('photos')])
    .where('eventId', '=', anyOf(eventIds))
    .where('albumId', 'is', null)
    .where('state', '=', 'ready')
    .groupBy('eventId')
    .execute();
}

export function findAlbumCover(db: Db, albumId: number) {
  return albumsToJoin(db).where('id', '=', albumId).executeTakeFirst();
}

export function findOriginal(db: Db, imageId: number) {
  return db
    .selectFrom('images')
    .leftJoin(albumsToJoin(db).as('album'), 'album.id', 'images.albumId')
    .select(['images.eventId', 'images.contentHash', 'images.rotation', 'images.fileName'])
    .select('album.uuid as albumUuid')
    .where('images.id', '=', imageId)
    .where('images.state', '=', 'ready')
    .where('images.hiddenAt', 'is', null)
    .executeTakeFirst();
}

export function findVisibleImage(db: Db, imageId: number) {
  return db
    .selectFrom('images')
    .select(['id', 'albumId', 'eventId'])
    .where('id', '=', imageId)
    .where('state', '=', 'ready')
    .where('hiddenAt', 'is', null)
    .executeTakeFirst();
}

export function shareVisibleImages(db: Db, imageIds: readonly number[]) {
  return db
    .selectFrom('images')
    .select(['id', 'albumId'])
    .where('id', '=', anyOf(imageIds))
    .where('state', '=', 'ready')
    .where('hiddenAt', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
}

export function findImages(db: Db, imageIds: readonly number[]) {
  return db
    .selectFrom('images')
    .select([...IMAGE_COLUMNS, 'albumId'])
    .select(sql<boolean>`(state = 'ready' and hidden_at is null)`.as('isVisible'))
    .where('id', '=', anyOf(imageIds))
    .execute();
}

export function selectVisibleImages(db: Db, albumIds: readonly number[]) {
  return db
    .selectFrom('images')
    .select(['id', 'width', 'height', 'capturedAt', 'placeholder'])
    .select(sql<number>`album_id`.as('albumId'))
    .where('albumId', '=', anyOf(albumIds))
    .where('state', '=', 'ready')
    .where('hiddenAt', 'is', null);
}

export function listAlbumIds(db: Db, imageIds: readonly number[]) {
  return db.selectFrom('images').select(['id', 'albumId']).where('id', '=', anyOf(imageIds)).execute();
}

export function listImagesInReview(db: Db, imageIds: readonly number[]) {
  return db
    .selectFrom('images')
    .innerJoin(eventsToJoin(db).as('event'), 'event.id', 'images.eventId')
    .leftJoin(albumsToJoin(db).as('album'), 'album.id', 'images.albumId')
    .select([
      'images.id',
      'images.width',
      'images.height',
      'images.capturedAt',
      'images.placeholder',
      'images.fileName',
      'images.hiddenAt',
      'event.trayUuid',
      'album.uuid as albumUuid',
    ])
    .select(sql<number | null>`case when faces_at is not null then jsonb_array_length(faces) end`.as('faces'))
    .where('images.id', '=', anyOf(imageIds))
    .execute();
}

/** A subquery for modules that join the outcome of an upload to their own tables. */
export function imagesToJoin(db: Db) {
  return db.selectFrom('images').select(['id', 'eventId', 'albumId', 'state', 'failure', 'doubt']);
}

/** Albums whose photos changed since their cover was chosen. */
export function listUncovered(db: Db, { afterId, limit }: { afterId: number; limit: number }) {
  return db
    .selectFrom('photoVersions')
    .select(['albumId', 'version'])
    .where(sql<boolean>`version is distinct from covered_version`)
    .where('albumId', '>', afterId)
    .orderBy('albumId')
    .limit(limit)
    .execute();
}

export async function markCovered(
  db: Db,
  { albumId, version }: { albumId: number; version: number },
): Promise<void> {
  await db
    .updateTable('photoVersions')
    .set({ coveredVersion: version })
    .where('albumId', '=', albumId)
    .execute();
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

/** Images that were filed by time, and so may be filed anew when the schedule changes. */
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

export type UnfiledImage = Awaited<ReturnType<typeof listUnfiled>>[number];

export function listUnfiled(db: Db, eventId: number, limit: number) {
  return db
    .selectFrom('images')
    .select(['id', 'fileName', 'width', 'height', 'capturedAt', 'cameraSerial', 'placeholder', 'doubt'])
    .select(sql<string | null>`nullif(btrim(photographer), '')`.as('photographer'))
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

const PHOTOGRAPHER = sql<string | null>`nullif(btrim(photographer), '')`;

/** Counts the visible photos of each photographer. */
export function countByPhotographer(db: Db, albumIds: readonly number[]) {
  return db
    .selectFrom('images')
    .select((eb) => [
      eb.ref('albumId').$notNull().as('albumId'),
      PHOTOGRAPHER.as('photographer'),
      eb.fn.countAll<number>().as('frames'),
    ])
    .where('albumId', '=', anyOf(albumIds))
    .where('state', '=', 'ready')
    .where('hiddenAt', 'is', null)
    .groupBy(['albumId', PHOTOGRAPHER])
    .execute();
}

export function listPhotographers(db: Db, imageIds: readonly number[]) {
  return db
    .selectFrom('images')
    .select(['id', PHOTOGRAPHER.as('photographer')])
    .where('id', '=', anyOf(imageIds))
    .execute();
}

/** A subquery for modules that join visible photos of albums to their own tables. */
export function visiblePhotosToJoin(db: Db) {
  return db
    .selectFrom('images')
    .select('id')
    .select(sql<number>`album_id`.as('albumId'))
    .where('albumId', 'is not', null)
    .where('state', '=', 'ready')
    .where('hiddenAt', 'is', null);
}
