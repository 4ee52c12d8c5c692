import { type Expression, sql } from 'kysely';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { albumsToJoin, albumVersionsToJoin } from '#server/modules/catalogue/albums.ts';
import { compileOnce } from '#server/platform/compile-once.ts';
import type { Db } from '#server/platform/database.ts';
import { VIEWS_OF_FOUND } from './found-albums.queries.ts';

/** Albums with something bought from them, as a part of other statements. */
function selectBought(db: Db, purchases: Purchases, userId: number) {
  return sql<{ albumId: number; isOwned: boolean; boughtImages: number }>`(
    select album_id, bool_or(image_id is null) as is_owned, count(image_id) as bought_images
    from ${purchases.boughtItems(db)} item where item.user_id = ${userId} group by album_id)`;
}

/** Reads found albums with what the customer bought. The versions tell whether what is kept of an album is still true. */
function selectHeldAlbums(db: Db, purchases: Purchases, userId: number) {
  return db
    .selectFrom('userFoundAlbums as found')
    .innerJoin(albumVersionsToJoin(db).as('album'), 'album.id', 'found.albumId')
    .leftJoin(selectBought(db, purchases, userId).as('bought'), 'bought.albumId', 'found.albumId')
    .select([
      'found.id as foundId',
      'found.albumId',
      'found.viewsUsed',
      'found.vouched',
      'found.createdAt as foundAt',
      // Every change of the row gives it the number of another transaction.
      sql<string>`found.xmin::text`.as('foundVersion'),
      'album.eventId',
      'album.isPublished',
      'album.albumVersion',
      'album.eventsVersion',
      'bought.isOwned',
      'bought.boughtImages',
      // The text is passed on as it is.
      sql<string | null>`(${VIEWS_OF_FOUND})::text`.as('viewsJson'),
    ])
    .where('found.userId', '=', userId)
    .orderBy('found.createdAt', 'desc')
    .orderBy('found.id', 'desc');
}

/** The newest albums that can be opened without being owned. The index on the time ends the search after a page. */
function selectPage(db: Db, purchases: Purchases, { userId, limit }: { userId: number; limit: number }) {
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

function compileFor(purchases: Purchases) {
  const isIn = (ids: Expression<{ id: number }>) => sql<boolean>`found.id = any(array(${ids}))`;
  const selectNext = (db: Db, { userId, before, limit }: { userId: number; before: number; limit: number }) =>
    selectHeldAlbums(db, purchases, userId).where(
      isIn(
        selectPage(db, purchases, { userId, limit }).where(
          sql<boolean>`(listed.created_at, listed.id) < (
            select last.created_at, last.id from user_found_albums last
            where last.id = ${before} and last.user_id = ${userId})`,
        ),
      ),
    );
  return {
    listAll: compileOnce((db, { userId }: { userId: number }) => selectHeldAlbums(db, purchases, userId)),
    listNewest: compileOnce(
      (db, { userId, limit }: { userId: number; limit: number }) =>
        selectHeldAlbums(db, purchases, userId).limit(limit),
      { isQuick: true },
    ),
    listFirst: compileOnce(
      (db, { userId, limit }: { userId: number; limit: number }) =>
        selectHeldAlbums(db, purchases, userId).where(
          isIn(
            db
              .with('page', () => selectPage(db, purchases, { userId, limit }))
              .selectFrom('page')
              .select('page.id')
              .unionAll(
                db
                  .selectFrom('userFoundAlbums as owned')
                  .innerJoin(selectBought(db, purchases, userId).as('item'), 'item.albumId', 'owned.albumId')
                  .select('owned.id')
                  .where('owned.userId', '=', userId)
                  .where('item.isOwned', '=', true),
              ),
          ),
        ),
      { isQuick: true },
    ),
    listNext: compileOnce(selectNext, { isQuick: true }),
    listMany: compileOnce(selectNext),
    listOne: compileOnce(
      (db, { userId, foundId }: { userId: number; foundId: number }) =>
        selectHeldAlbums(db, purchases, userId).where('found.id', '=', foundId),
      { isQuick: true },
    ),
  };
}

type Statements = ReturnType<typeof compileFor>;
const compiled = new WeakMap<Purchases, Statements>();

function statementsFor(purchases: Purchases): Statements {
  const statements = compiled.get(purchases) ?? compileFor(purchases);
  compiled.set(purchases, statements);
  return statements;
}

export type HeldAlbumRow = Awaited<ReturnType<typeof listHeldAlbums>>[number];

export function listHeldAlbums(db: Db, purchases: Purchases, userId: number) {
  return statementsFor(purchases).listAll(db, { userId });
}

/** A page that is read quickly enough to share a connection with other short reads. */
export const QUICK_PAGE = 200;

/** Returns undefined if there are more than fit on a quick page. Most customers have fewer. */
export async function listFewHeldAlbums(
  db: Db,
  purchases: Purchases,
  userId: number,
): Promise<HeldAlbumRow[] | undefined> {
  const rows = await statementsFor(purchases).listNewest(db, { userId, limit: QUICK_PAGE + 1 });
  return rows.length > QUICK_PAGE ? undefined : rows;
}

/** Lists a page of albums that are not owned, newest first; the first page also has all that are owned. */
export function listHeldPage(
  db: Db,
  purchases: Purchases,
  { userId, before, limit }: { userId: number; before: number | undefined; limit: number },
): Promise<HeldAlbumRow[]> {
  const { listFirst, listNext, listMany } = statementsFor(purchases);
  if (before === undefined) return listFirst(db, { userId, limit });
  return (limit <= QUICK_PAGE ? listNext : listMany)(db, { userId, before, limit });
}

export async function findHeldAlbum(
  db: Db,
  purchases: Purchases,
  { userId, foundId }: { userId: number; foundId: number },
): Promise<HeldAlbumRow | undefined> {
  const [held] = await statementsFor(purchases).listOne(db, { userId, foundId });
  return held;
}
