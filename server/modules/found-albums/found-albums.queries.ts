import { sql } from 'kysely';
import { albumsToJoin } from '#server/modules/catalogue/joined-tables.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

export type FoundBy = 'search' | 'opened' | 'invite' | 'link';

/** PostgreSQL builds the views as JSON, because a customer can have thousands of found albums. */
function selectFound(db: Db) {
  return db
    .selectFrom('userFoundAlbums as found')
    .select([
      'found.id',
      'found.userId',
      'found.albumId',
      'found.viewsUsed',
      'found.vouched',
      'found.createdAt',
    ])
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

/** Keeps the first way an album was found. */
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

/** Overwrites how the album was found, because an invited customer may buy it without a view. */
export async function holdInvitedAlbum(
  db: Db,
  { userId, albumId, isVouched }: { userId: number; albumId: number; isVouched: boolean },
): Promise<number> {
  const { id } = await db
    .insertInto('userFoundAlbums')
    .values({ userId, albumId, foundBy: 'invite', vouched: isVouched })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'albumId']).doUpdateSet({
        foundBy: 'invite',
        vouched: sql<boolean>`user_found_albums.vouched or excluded.vouched`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function listHeld(db: Db, userId: number) {
  return db
    .selectFrom('userFoundAlbums as found')
    .innerJoin(albumsToJoin(db).as('album'), 'album.id', 'found.albumId')
    .select('found.albumId')
    .select((eb) => eb('album.publishedAt', 'is not', null).$castTo<boolean>().as('isPublished'))
    .where('found.userId', '=', userId)
    .orderBy('album.publishedAt', (order) => order.desc().nullsLast())
    .orderBy('album.id', 'desc')
    .execute();
}

export function listHolders(db: Db, albumId: number) {
  return db
    .selectFrom('userFoundAlbums as found')
    .innerJoin(albumsToJoin(db).as('album'), 'album.id', 'found.albumId')
    .select('found.userId')
    .select((eb) => eb('album.publishedAt', 'is not', null).$castTo<boolean>().as('isPublished'))
    .where('found.albumId', '=', albumId)
    .orderBy('found.userId')
    .execute();
}

type HeldFilter = { userId: number; albumIds: number[]; foundBy?: FoundBy; isViewed?: true };

export async function listHeldWhere(db: Db, filter: HeldFilter): Promise<number[]> {
  let held = db
    .selectFrom('userFoundAlbums')
    .select('albumId')
    .where('userId', '=', filter.userId)
    .where('albumId', '=', anyOf(filter.albumIds));
  if (filter.foundBy) held = held.where('foundBy', '=', filter.foundBy);
  if (filter.isViewed) held = held.where('viewsUsed', '>', 0);
  return (await held.execute()).map(({ albumId }) => albumId);
}

export function findHeld(db: Db, userId: number, albumId: number) {
  return db
    .selectFrom('userFoundAlbums')
    .select(['id', 'viewsUsed', 'vouched'])
    .where('userId', '=', userId)
    .where('albumId', '=', albumId)
    .executeTakeFirst();
}

/** Counts one view, or returns undefined if `limit` views are used. The update makes concurrent callers wait. */
export async function spendView(db: Db, foundId: number, limit: number | null, now: Date) {
  let update = db
    .updateTable('userFoundAlbums')
    .set((eb) => ({ viewsUsed: eb('viewsUsed', '+', 1) }))
    .where('id', '=', foundId);
  if (limit !== null) update = update.where('viewsUsed', '<', limit);
  if (!(await update.returning('id').executeTakeFirst())) return undefined;
  const { id } = await db
    .insertInto('userAlbumViews')
    .values({ foundAlbumId: foundId, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, created_at: now.toISOString() };
}

export type LockedFound = Awaited<ReturnType<typeof lockFound>>[number];

/** Locks in id order, so that concurrent callers wait for each other and never in a circle. */
export function lockFound(db: Db, userId: number, foundIds?: readonly number[]) {
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
