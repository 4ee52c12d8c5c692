import { sql } from 'kysely';
import type { Image } from '#contract/entities/album.ts';
import type { Context } from '#server/context.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';
import { toIsoOrNull } from '#server/platform/time/timestamps.ts';
import { FOUND_FACES } from './image-faces.ts';
import { folderOf, PHOTOGRAPHER } from './image-records.ts';

/** What `toWireImage` needs. */
export const IMAGE_COLUMNS = [
  'images.id',
  'images.width',
  'images.height',
  'images.capturedAt',
  'images.placeholder',
] as const;

const listVisible = prepareStatement((db, { albumId }: { albumId: number }) =>
  selectVisible(db).select(IMAGE_COLUMNS).where('albumId', '=', albumId).orderBy('capturedAt').orderBy('id'),
);

/** Visible images are processed and not hidden by a privacy report. */
export function selectVisible(db: Db) {
  return db.selectFrom('images').where('images.state', '=', 'ready').where('images.hiddenAt', 'is', null);
}

/** Maps visible images to their albums. Hiding and moving them waits until the transaction ends. */
export async function lockVisibleImages(
  db: Db,
  imageIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  if (imageIds.length === 0) return new Map();
  const rows = await selectVisible(db)
    .select(['id', 'albumId'])
    .where('id', '=', anyOf(imageIds))
    .orderBy('id')
    .forShare()
    .execute();
  return new Map(rows.map(({ id, albumId }) => [id, albumId]));
}

const listVersions = prepareStatement((db, { albumId }: { albumId: number }) =>
  db.selectFrom('photoVersions').select('version').where('albumId', '=', albumId),
);

/** The list is cached for its version, which changes whenever the visible photos of the album change. */
export async function listAlbumImages(
  { db, lists }: Pick<Context, 'db' | 'lists'>,
  albumId: number,
): Promise<Image[]> {
  const [row] = await listVersions(db, { albumId });
  const load = async () => (await listVisible(db, { albumId })).map(toWireImage);
  return lists.photos.get(albumId, load, String(row?.version ?? ''));
}

/** A photo is not visible while it is processed or hidden by a privacy report. */
export type ImageInAlbum = { albumId: number; isVisible: boolean; image: Image };

/** Leaves out photos that are in no album. */
export async function imagesById(db: Db, imageIds: readonly number[]): Promise<Map<number, ImageInAlbum>> {
  if (imageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('images')
    .select([...IMAGE_COLUMNS, 'albumId'])
    .select(sql<boolean>`(state = 'ready' and hidden_at is null)`.as('isVisible'))
    .where('id', '=', anyOf(imageIds))
    .execute();
  return new Map(
    rows.flatMap(({ albumId, isVisible, ...row }) =>
      albumId === null ? [] : [[row.id, { albumId, isVisible, image: toWireImage(row) }] as const],
    ),
  );
}

export async function listEventImages(
  db: Db,
  eventId: number,
): Promise<(Image & { album: number | null })[]> {
  const rows = await db
    .selectFrom('images')
    .select([...IMAGE_COLUMNS, 'albumId'])
    .where('eventId', '=', eventId)
    .where('state', '=', 'ready')
    .orderBy('capturedAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...toWireImage(row), album: row.albumId }));
}

export async function countUnfiled(db: Db, eventIds: number[]): Promise<ReadonlyMap<number, number>> {
  const counts = await db
    .selectFrom('images')
    .select((eb) => ['eventId', eb.fn.countAll<number>().as('photos')])
    .where('eventId', '=', anyOf(eventIds))
    .where('albumId', 'is', null)
    .where('state', '=', 'ready')
    .groupBy('eventId')
    .execute();
  return new Map(counts.map(({ eventId, photos }) => [eventId, photos]));
}

export type ImageRow = {
  id: number;
  width: number | null;
  height: number | null;
  capturedAt: string | null;
  placeholder: string | null;
};

export function toWireImage(row: ImageRow): Image {
  return {
    id: row.id,
    width: row.width ?? 0,
    height: row.height ?? 0,
    captured_at: toIsoOrNull(row.capturedAt),
    placeholder: row.placeholder,
  };
}

/** Images that customers may see, as a subquery for other modules. */
export function visibleImages(db: Db, albumIds: readonly number[]) {
  return selectVisible(db)
    .select(IMAGE_COLUMNS)
    .select(sql<number>`album_id`.as('albumId'))
    .where('albumId', '=', anyOf(albumIds));
}

/** The visible images of an album in the order of the gallery. */
export async function listVisibleIds(db: Db, albumId: number): Promise<number[]> {
  return (await listVisible(db, { albumId })).map(({ id }) => id);
}

/** Maps each image, visible or not, to its album. */
export async function findAlbumsOfImages(
  db: Db,
  imageIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  const rows = await db
    .selectFrom('images')
    .select(['id', 'albumId'])
    .where('id', '=', anyOf(imageIds))
    .execute();
  return new Map(rows.map(({ id, albumId }) => [id, albumId] as const));
}

export type PhotoInReview = {
  image: Image;
  fileName: string;
  folderUuid: string;
  albumId: number | null;
  isHidden: boolean;
  faces: number | null;
};

/** Includes hidden pictures, because staff review them and compare them with leaks. */
export async function photosInReview(
  db: Db,
  imageIds: readonly number[],
): Promise<ReadonlyMap<number, PhotoInReview>> {
  const rows = await db
    .selectFrom('images')
    .innerJoin(eventsToJoin(db).as('event'), 'event.id', 'images.eventId')
    .leftJoin(albumsToJoin(db).as('album'), 'album.id', 'images.albumId')
    .select(IMAGE_COLUMNS)
    .select([
      'images.fileName',
      'images.albumId',
      'images.hiddenAt',
      'event.trayUuid',
      'album.uuid as albumUuid',
    ])
    .select(sql<number | null>`jsonb_array_length(${FOUND_FACES})`.as('faces'))
    .where('images.id', '=', anyOf(imageIds))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        image: toWireImage(row),
        fileName: row.fileName,
        folderUuid: folderOf(row),
        albumId: row.albumId,
        isHidden: row.hiddenAt !== null,
        faces: row.faces,
      },
    ]),
  );
}

/** Photos of an album for staff, with those that staff rejected but not those that a report hides. */
export function listPhotosToCull(db: Db, albumId: number) {
  return db
    .selectFrom('images')
    .select([...IMAGE_COLUMNS, 'fileName', 'cameraSerial', 'keptAt', 'rejectedAt'])
    .select(['rotation', 'shownRotation'])
    .select(['perceptualHash', 'sharpness'])
    .select(FOUND_FACES.as('faces'))
    .select(PHOTOGRAPHER.as('photographer'))
    .where('albumId', '=', albumId)
    .where('state', '=', 'ready')
    .where('withheldAt', 'is', null)
    .orderBy('capturedAt')
    .orderBy('id')
    .execute();
}

export function findVisibleImage(db: Db, imageId: number) {
  return selectVisible(db).select(['id', 'albumId', 'eventId']).where('id', '=', imageId).executeTakeFirst();
}

export function countByPhotographer(db: Db, albumIds: readonly number[]) {
  return selectVisible(db)
    .select((eb) => [
      eb.ref('albumId').$notNull().as('albumId'),
      PHOTOGRAPHER.as('photographer'),
      eb.fn.countAll<number>().as('frames'),
    ])
    .where('albumId', '=', anyOf(albumIds))
    .groupBy(['albumId', PHOTOGRAPHER])
    .execute();
}

/** Counts the photos of an event by the name they credit, most first. */
export function countCredits(db: Db, eventId: number, limit: number) {
  return db
    .selectFrom('images')
    .select((eb) => [PHOTOGRAPHER.as('photographer'), eb.fn.countAll<number>().as('photos')])
    .where('eventId', '=', eventId)
    .where(PHOTOGRAPHER, 'is not', null)
    .groupBy(PHOTOGRAPHER)
    .orderBy('photos', 'desc')
    .limit(limit)
    .$narrowType<{ photographer: string }>()
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
  return selectVisible(db)
    .select(['id', sql<number>`album_id`.as('albumId')])
    .where('albumId', 'is not', null);
}
