import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { EVENT_LIST_LIMIT } from '#contract/endpoints/catalogue.ts';
import type { Db } from '#server/platform/database.ts';

function selectEvents(db: Db) {
  return db
    .selectFrom('events')
    .select([
      'events.id',
      'events.name',
      'events.brandName',
      'events.producerName',
      'events.venueName',
      'events.city',
      'events.state',
      'events.startDate',
      'events.timeZone',
      'events.archived',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('eventPricings')
          .select(['eventPricings.id', 'sharePriceCents as share_price', 'imagePriceCents as image_price'])
          .whereRef('eventPricings.eventId', '=', 'events.id')
          .orderBy('eventPricings.id'),
      ).as('pricings'),
    );
}

export type EventRow = Awaited<ReturnType<typeof listCurrentEvents>>[number];

export function listCurrentEvents(db: Db) {
  return selectEvents(db)
    .where('archived', '=', false)
    .orderBy('startDate', 'desc')
    .orderBy('id', 'desc')
    .limit(EVENT_LIST_LIMIT)
    .execute();
}

export function findEvent(db: Db, eventId: number) {
  return selectEvents(db).where('id', '=', eventId).executeTakeFirst();
}

export function findEvents(db: Db, eventIds: number[]) {
  return selectEvents(db).where('id', 'in', eventIds).execute();
}

function selectAlbums(db: Db) {
  return db
    .selectFrom('albums')
    .select([
      'albums.id',
      'albums.uuid',
      'albums.eventId',
      'albums.programName',
      'albums.teamName',
      'albums.divisionName',
      'albums.performanceOrder',
      'albums.identifier',
      'albums.plannedAt',
      'albums.imagesCount',
      'albums.createdAt',
    ]);
}

export type AlbumRow = Awaited<ReturnType<typeof listAlbumsOfEvents>>[number];

export function listAlbumsOfEvents(db: Db, eventIds: number[]) {
  return selectAlbums(db)
    .where('eventId', 'in', eventIds)
    .where('publishedAt', '<=', sql<string>`now()`)
    .orderBy('performanceOrder', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findAlbumByUuid(db: Db, uuid: string) {
  return selectAlbums(db)
    .where('uuid', '=', uuid)
    .where('publishedAt', '<=', sql<string>`now()`)
    .executeTakeFirst();
}
