import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';

const IMAGE_COLUMNS = ['id', 'width', 'height', 'capturedAt', 'placeholder'] as const;

/** What everybody with a right to the album may see: processed, and not hidden by a privacy report. */
export function listVisibleImages(db: Db, albumId: number) {
  return db
    .selectFrom('images')
    .select(IMAGE_COLUMNS)
    .where('albumId', '=', albumId)
    .where('state', '=', 'ready')
    .where('hiddenAt', 'is', null)
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

export function findOriginal(db: Db, imageId: number) {
  return db
    .selectFrom('images')
    .leftJoin('albums', 'albums.id', 'images.albumId')
    .select(['images.eventId', 'images.contentHash', 'images.fileName', 'albums.uuid as albumUuid'])
    .where('images.id', '=', imageId)
    .where('images.state', '=', 'ready')
    .where('images.hiddenAt', 'is', null)
    .executeTakeFirst();
}

export function findVisible(db: Db, imageId: number) {
  return db
    .selectFrom('images')
    .select(['id', 'albumId', 'eventId'])
    .where('id', '=', imageId)
    .where('state', '=', 'ready')
    .where('hiddenAt', 'is', null)
    .executeTakeFirst();
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
