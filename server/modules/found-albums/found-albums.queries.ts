import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';

export type FoundBy = 'search' | 'opened' | 'invite' | 'link';

/** Views as JSON: a customer can have thousands of found albums. */
function selectFound(db: Db) {
  return db
    .selectFrom('userFoundAlbums as found')
    .select(['found.id', 'found.userId', 'found.albumId', 'found.viewsUsed', 'found.createdAt'])
    .select(
      sql<{ id: number; created_at: string }[] | null>`
        case when found.views_used > 0 then (
          select json_agg(json_build_object('id', views.id,
            'created_at', to_char(views.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by views.id)
          from user_album_views views where views.found_album_id = found.id)
        end`.as('views'),
    );
}

export type FoundRow = Awaited<ReturnType<typeof listFound>>[number];

export function listFound(db: Db, userId: number) {
  return selectFound(db)
    .where('found.userId', '=', userId)
    .orderBy('found.createdAt', 'desc')
    .orderBy('found.id', 'desc')
    .execute();
}

export function findFound(db: Db, foundId: number) {
  return selectFound(db).where('found.id', '=', foundId).executeTakeFirst();
}

/** Holding an album twice is holding it once; the first way it was found stays. */
export async function holdAlbum(
  db: Db,
  found: { userId: number; albumId: number; foundBy: FoundBy },
): Promise<{ id: number; isNew: boolean }> {
  const added = await db
    .insertInto('userFoundAlbums')
    .values(found)
    .onConflict((conflict) => conflict.columns(['userId', 'albumId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) return { id: added.id, isNew: true };
  const { id } = await db
    .selectFrom('userFoundAlbums')
    .select('id')
    .where('userId', '=', found.userId)
    .where('albumId', '=', found.albumId)
    .executeTakeFirstOrThrow();
  return { id, isNew: false };
}

/** An invitation says more than having come across an album: it may be bought unseen. */
export async function holdInvitedAlbum(db: Db, userId: number, albumId: number): Promise<number> {
  const { id } = await db
    .insertInto('userFoundAlbums')
    .values({ userId, albumId, foundBy: 'invite' })
    .onConflict((conflict) => conflict.columns(['userId', 'albumId']).doUpdateSet({ foundBy: 'invite' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function listHeld(db: Db, userId: number) {
  return db
    .selectFrom('userFoundAlbums as found')
    .innerJoin('albums', 'albums.id', 'found.albumId')
    .select('found.albumId')
    .select((eb) => eb('albums.publishedAt', 'is not', null).$castTo<boolean>().as('isPublished'))
    .where('found.userId', '=', userId)
    .orderBy('albums.publishedAt', (order) => order.desc().nullsLast())
    .orderBy('albums.id', 'desc')
    .execute();
}

export function listHolders(db: Db, albumId: number) {
  return db
    .selectFrom('userFoundAlbums as found')
    .innerJoin('albums', 'albums.id', 'found.albumId')
    .select('found.userId')
    .select((eb) => eb('albums.publishedAt', 'is not', null).$castTo<boolean>().as('isPublished'))
    .where('found.albumId', '=', albumId)
    .orderBy('found.userId')
    .execute();
}

export function findHeld(db: Db, userId: number, albumId: number) {
  return db
    .selectFrom('userFoundAlbums')
    .select('id')
    .where('userId', '=', userId)
    .where('albumId', '=', albumId)
    .executeTakeFirst();
}

/**
 * Counts one view, or none when `limit` of them are used. The update holds the row, so of calls at the same
 * moment each sees the count of the one before.
 */
export async function spendView(db: Db, foundId: number, limit: number | null, now: Date): Promise<boolean> {
  let update = db
    .updateTable('userFoundAlbums')
    .set((eb) => ({ viewsUsed: eb('viewsUsed', '+', 1) }))
    .where('id', '=', foundId);
  if (limit !== null) update = update.where('viewsUsed', '<', limit);
  const spent = await update.returning('id').executeTakeFirst();
  if (!spent) return false;
  await db.insertInto('userAlbumViews').values({ foundAlbumId: foundId, createdAt: now }).execute();
  return true;
}

export type LockedFound = Awaited<ReturnType<typeof lockFound>>[number];

/** What somebody holds, or some of it, always locked in the same order; a view at this moment waits or came before. */
export function lockFound(db: Db, userId: number, foundIds?: number[]) {
  let found = db
    .selectFrom('userFoundAlbums')
    .select(['id', 'userId', 'albumId', 'viewsUsed'])
    .where('userId', '=', userId);
  if (foundIds) found = found.where('id', '=', anyOf(foundIds));
  return found.orderBy('id').forNoKeyUpdate().execute();
}

export async function clearViews(db: Db, foundIds: number[]): Promise<void> {
  const chosen = anyOf(foundIds);
  await db.updateTable('userFoundAlbums').set({ viewsUsed: 0 }).where('id', '=', chosen).execute();
  await db.deleteFrom('userAlbumViews').where('foundAlbumId', '=', chosen).execute();
}

export function selectHoldings(db: Db) {
  return db.selectFrom('userFoundAlbums').select(['userId', 'albumId']);
}
