import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';
import { selectEvents } from './events.queries.ts';

export const ALBUMS_COUNT = sql<number>`(select count(*) from albums where albums.event_id = events.id)`;
export const IMAGES_COUNT = sql<number>`(select coalesce(sum(images_count), 0) from albums where albums.event_id = events.id)`;

function selectStaffEvents(db: Db) {
  return selectEvents(db).select([
    'events.autoPublish',
    'events.trayUuid',
    'events.producerShareBasisPoints',
    ALBUMS_COUNT.as('albumsCount'),
    IMAGES_COUNT.as('imagesCount'),
  ]);
}

export type StaffEventRow = Awaited<ReturnType<typeof listAllEvents>>[number];

export function listAllEvents(db: Db) {
  return selectStaffEvents(db).orderBy('startDate', 'desc').orderBy('id', 'desc').execute();
}

export function findStaffEvent(db: Db, eventId: number) {
  return selectStaffEvents(db).where('id', '=', eventId).executeTakeFirst();
}

export function findStaffEvents(db: Db, eventIds: number[]) {
  return selectStaffEvents(db).where('id', '=', anyOf(eventIds)).execute();
}
