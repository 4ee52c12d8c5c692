import { sql } from 'kysely';
import { albumsToJoin, eventsToJoin } from '#server/modules/catalogue/joined-tables.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

/** Finds what lies in folders: an album with the photos hidden in it, or the tray of an event. */
export function findFolders(db: Db, uuids: readonly string[]) {
  const albums = db
    .selectFrom(albumsToJoin(db).as('album'))
    .select('album.uuid')
    .select([
      sql<number | null>`album.id`.as('albumId'),
      sql<boolean>`false`.as('isTray'),
      sql<boolean>`album.published_at is not null`.as('isPublished'),
    ])
    .select((eb) =>
      sql<number[]>`array(${eb
        .selectFrom('images')
        .select('images.id')
        .whereRef('images.albumId', '=', 'album.id')
        .where('images.hiddenAt', 'is not', null)})`.as('hidden'),
    )
    .where('album.uuid', '=', anyOf(uuids));
  const trays = db
    .selectFrom(eventsToJoin(db).as('event'))
    .select('event.trayUuid as uuid')
    .select([
      sql<number | null>`null::integer`.as('albumId'),
      sql<boolean>`true`.as('isTray'),
      sql<boolean>`false`.as('isPublished'),
      sql<number[]>`array[]::integer[]`.as('hidden'),
    ])
    .where('event.trayUuid', '=', anyOf(uuids));
  return albums.unionAll(trays).execute();
}
