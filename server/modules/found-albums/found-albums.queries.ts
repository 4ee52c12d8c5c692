import { sql } from 'kysely';
import { MAX_SAVED_TEAMS } from '#contract/rules/saved-teams.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { albumsToJoin } from '#server/modules/catalogue/joined-tables.ts';
import { compileOnce } from '#server/platform/compile-once.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

export type FoundBy = 'search' | 'opened' | 'invite' | 'link';

/** PostgreSQL builds the views as JSON, because a customer can have thousands of found albums. */
export const VIEWS_OF_FOUND = sql<{ id: number; created_at: string }[] | null>`
  case when found.views_used > 0 then (
    select json_agg(json_build_object('id', views.id,
      'created_at', to_char(views.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by views.id)
    from user_album_views views where views.found_album_id = found.id)
  end`;

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
      VIEWS_OF_FOUND.as('views'),
    ]);
}

export type FoundRow = NonNullable<Awaited<ReturnType<typeof findFound>>>;

const listFoundById = compileOnce((db, { foundId }: { foundId: number }) =>
  selectFound(db).where('found.id', '=', foundId),
);

export async function findFound(db: Db, foundId: number) {
  const [found] = await listFoundById(db, { foundId });
  return found;
}

/** Keeps the first way an album was found. */
export async function holdAlbum(
  db: Db,
  found: { userId: number; albumId: number; foundBy: FoundBy },
): Promise<number> {
  const added = await db
    .insertInto('userFoundAlbums')
    .values(found)
    .onConflict((conflict) => conflict.columns(['userId', 'albumId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) return added.id;
  const { id } = await db
    .selectFrom('userFoundAlbums')
    .select('id')
    .where('userId', '=', found.userId)
    .where('albumId', '=', found.albumId)
    .executeTakeFirstOrThrow();
  return id;
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

/** The counter of views is a 32-bit column, which refuses a larger number. */
const MOST_VIEWS_USED = 2_147_483_647;

const listSpentViews = compileOnce(
  (db, { foundId, limit, now }: { foundId: number; limit: number; now: string }) =>
    db
      .with('spent', (cte) =>
        cte
          .updateTable('userFoundAlbums')
          .set((eb) => ({ viewsUsed: eb('viewsUsed', '+', 1) }))
          .where('id', '=', foundId)
          .where('viewsUsed', '<', limit)
          .returning('id'),
      )
      .insertInto('userAlbumViews')
      .columns(['foundAlbumId', 'createdAt'])
      .expression((eb) =>
        eb.selectFrom('spent').select(['spent.id', sql<string>`${now}::timestamptz`.as('createdAt')]),
      )
      .returning('id'),
);

/** Counts one view, or returns undefined if `limit` views are used. The update makes concurrent callers wait. */
export async function spendView(db: Db, foundId: number, limit: number | null, now: Date) {
  const at = now.toISOString();
  const [view] = await listSpentViews(db, { foundId, limit: limit ?? MOST_VIEWS_USED, now: at });
  return view && { id: view.id, created_at: at };
}

const MOST_VIEWS = 200;

/** The newest views of these albums. */
export function listViewsOf(db: Db, userId: number, albumIds: number[]) {
  return db
    .selectFrom('userAlbumViews as views')
    .innerJoin('userFoundAlbums as found', 'found.id', 'views.foundAlbumId')
    .select(['found.albumId', 'views.createdAt'])
    .where('found.userId', '=', userId)
    .where('found.albumId', '=', anyOf(albumIds))
    .orderBy('views.id', 'desc')
    .limit(MOST_VIEWS)
    .execute();
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

/**
 * Albums in which a customer's athletes are searched: held by one of the newest saved teams, by an invitation or by a
 * purchase. An album that was merely opened is not, because opening costs nothing.
 */
export function selectSearched(db: Db, purchases: Purchases) {
  const isFollowed = sql<boolean>`exists (
    select from (
      select program_name, team_name, division_name from team_subscriptions
      where user_id = found.user_id order by id desc limit ${sql.lit(MAX_SAVED_TEAMS)}
    ) saved
    where saved.program_name = album.program_name::citext
      and (saved.team_name = '' or saved.team_name = album.team_name::citext)
      and (saved.division_name = '' or saved.division_name = album.division_name::citext))`;
  const hasBought = (what: 'anything' | 'album') => sql<boolean>`exists (
    select from ${purchases.boughtItems(db)} bought
    where bought.user_id = found.user_id and bought.album_id = found.album_id
      ${what === 'album' ? sql`and bought.image_id is null` : sql``})`;
  return db
    .selectFrom('userFoundAlbums as found')
    .innerJoin(albumsToJoin(db).as('album'), 'album.id', 'found.albumId')
    .select(['found.userId', 'found.albumId', 'album.publishedAt'])
    .where(
      sql<boolean>`case when album.published_at is null then ${hasBought('album')}
        else found.vouched or ${isFollowed} or ${hasBought('anything')} end`,
    );
}

/** A subquery for modules that join found albums to their own tables. */
export function holdersToJoin(db: Db) {
  return db.selectFrom('userFoundAlbums').select(['userId', 'albumId', 'viewsUsed']);
}
