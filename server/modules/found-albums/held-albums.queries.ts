import { type Expression, sql } from 'kysely';
import { type Purchases, prepareWith } from '#server/modules/catalogue/album-ownership.ts';
import { albumsToJoin, selectAlbums } from '#server/modules/catalogue/albums.ts';
import { selectEventOfAlbum } from '#server/modules/catalogue/events.ts';
import type { Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';
import { VIEWS_OF_FOUND } from './found-albums.queries.ts';

/** Albums with something bought from them, as a part of other statements. */
function selectBought(db: Db, purchases: Purchases, userId: number) {
  return sql<{ albumId: number; isOwned: boolean; boughtImages: number }>`(
    select album_id, bool_or(image_id is null) as is_owned, count(image_id) as bought_images
    from ${purchases.boughtItems(db)} item where item.user_id = ${userId} group by album_id)`;
}

/** Reads found albums with what the customer bought. */
function selectHeldAlbums(db: Db, purchases: Purchases, userId: number) {
  return db
    .selectFrom('userFoundAlbums as found')
    .innerJoin(selectAlbums(db).as('album'), 'album.id', 'found.albumId')
    .leftJoin(selectBought(db, purchases, userId).as('bought'), 'bought.albumId', 'found.albumId')
    .selectAll('album')
    .select([
      'found.id as foundId',
      'found.viewsUsed',
      'found.vouched',
      'found.createdAt as foundAt',
      'bought.isOwned',
      'bought.boughtImages',
      VIEWS_OF_FOUND.as('views'),
      sql<boolean>`exists (select from ${purchases.boughtItems(db)} item
        where item.user_id = ${userId} and item.image_id is not null)`.as('hasSingleImages'),
    ])
    .select(selectEventOfAlbum(db, 'album'))
    .where('found.userId', '=', userId)
    .orderBy('found.createdAt', 'desc')
    .orderBy('found.id', 'desc');
}

export type HeldAlbumRow = Awaited<ReturnType<typeof listHeldAlbums>>[number];

export function listHeldAlbums(db: Db, purchases: Purchases, userId: number) {
  return selectHeldAlbums(db, purchases, userId).execute();
}

type Page = { userId: number; before: number | undefined; limit: number };

/** Lists a page of albums that are not owned, newest first; the first page also has all that are owned. */
export function listHeldPage(
  db: Db,
  purchases: Purchases,
  { userId, before, limit }: Page,
): Promise<HeldAlbumRow[]> {
  const { listFirst, listNext } = statementsFor(purchases);
  return before === undefined ? listFirst(db, { userId, limit }) : listNext(db, { userId, before, limit });
}

export async function findHeldAlbum(
  db: Db,
  purchases: Purchases,
  { userId, foundId }: { userId: number; foundId: number },
): Promise<HeldAlbumRow | undefined> {
  const [held] = await statementsFor(purchases).listOne(db, { userId, foundId });
  return held;
}

const statementsFor = prepareWith((purchases) => {
  const selectAmong = (db: Db, userId: number, ids: Expression<unknown>) =>
    selectHeldAlbums(db, purchases, userId).where(sql<boolean>`found.id = any(array(${ids}))`);
  return {
    listFirst: prepareStatement((db, { userId, limit }: { userId: number; limit: number }) =>
      selectAmong(
        db,
        userId,
        sql`(${selectPage(db, purchases, userId, limit)}) union all ${selectOwned(db, purchases, userId)}`,
      ),
    ),
    listNext: prepareStatement(
      (db, { userId, before, limit }: { userId: number; before: number; limit: number }) =>
        selectAmong(
          db,
          userId,
          selectPage(db, purchases, userId, limit).where(
            sql<boolean>`(listed.created_at, listed.id) < (
              select last.created_at, last.id from user_found_albums last
              where last.id = ${before} and last.user_id = ${userId})`,
          ),
        ),
    ),
    listOne: prepareStatement((db, { userId, foundId }: { userId: number; foundId: number }) =>
      selectHeldAlbums(db, purchases, userId).where('found.id', '=', foundId),
    ),
  };
});

/** The newest albums that can be opened without being owned. The index on the time ends the search after a page. */
function selectPage(db: Db, purchases: Purchases, userId: number, limit: number) {
  return db
    .selectFrom('userFoundAlbums as listed')
    .innerJoin(albumsToJoin(db).as('album'), 'album.id', 'listed.albumId')
    .select('listed.id')
    .where('listed.userId', '=', userId)
    .where('album.publishedAt', 'is not', null)
    .where(
      sql<boolean>`not exists (select from ${purchases.boughtItems(db)} item
        where item.user_id = listed.user_id and item.album_id = listed.album_id and item.image_id is null)`,
    )
    .orderBy('listed.createdAt', 'desc')
    .orderBy('listed.id', 'desc')
    .limit(limit);
}

function selectOwned(db: Db, purchases: Purchases, userId: number) {
  return db
    .selectFrom('userFoundAlbums as owned')
    .innerJoin(selectBought(db, purchases, userId).as('item'), 'item.albumId', 'owned.albumId')
    .select('owned.id')
    .where('owned.userId', '=', userId)
    .where('item.isOwned', '=', true);
}
