import { sql } from 'kysely';
import { MAX_SAVED_TEAMS } from '#contract/rules/albums.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';
import { isNamedTeam } from './team-subscriptions.queries.ts';

export type FoundBy = 'search' | 'opened' | 'invite' | 'link';

export type View = { id: number; created_at: string };

/** One subquery per album reads its views, because a customer can have thousands of found albums. */
export const VIEWS_OF_FOUND = sql<View[] | null>`case when found.views_used > 0 then (
  select json_agg(json_build_object('id', views.id,
    'created_at', to_char(views.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by views.id)
  from user_album_views views where views.found_album_id = found.id) end`;

export function findFound(db: Db, foundId: number) {
  return db
    .selectFrom('userFoundAlbums as found')
    .select([
      'found.id as foundId',
      'found.userId',
      'found.albumId',
      'found.createdAt as foundAt',
      VIEWS_OF_FOUND.as('views'),
    ])
    .where('found.id', '=', foundId)
    .executeTakeFirst();
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

export async function holdInvitedAlbum(
  db: Db,
  { userId, albumId, isVouched }: { userId: number; albumId: number; isVouched: boolean },
): Promise<number> {
  const { id } = await db
    .insertInto('userFoundAlbums')
    .values({ userId, albumId, foundBy: 'invite', vouched: isVouched })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'albumId']).doUpdateSet({
        vouched: sql<boolean>`user_found_albums.vouched or excluded.vouched`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function viewedAlbums(db: Db, userId: number, albumIds: number[]): Promise<Set<number>> {
  const viewed = await db
    .selectFrom('userFoundAlbums')
    .select('albumId')
    .where('userId', '=', userId)
    .where('albumId', '=', anyOf(albumIds))
    .where('viewsUsed', '>', 0)
    .execute();
  return new Set(viewed.map(({ albumId }) => albumId));
}

const listHeldById = prepareStatement((db, { userId, albumId }: { userId: number; albumId: number }) =>
  db
    .selectFrom('userFoundAlbums')
    .select(['id', 'viewsUsed'])
    .where('userId', '=', userId)
    .where('albumId', '=', albumId),
);

export async function findHeld(db: Db, userId: number, albumId: number) {
  const [held] = await listHeldById(db, { userId, albumId });
  return held;
}

type NewView = { foundId: number; at: string; sessionId: string };

const insertView = prepareStatement((db, { foundId, at, sessionId }: NewView) =>
  db
    .with('counted', (cte) =>
      cte
        .updateTable('userFoundAlbums')
        .set((eb) => ({ viewsUsed: eb('viewsUsed', '+', 1) }))
        .where('id', '=', foundId),
    )
    .insertInto('userAlbumViews')
    .columns(['foundAlbumId', 'createdAt', 'userId', 'albumId', 'wasOwned', 'sessionId'])
    .expression((eb) =>
      eb
        .selectFrom('userFoundAlbums as found')
        .select(['found.id', sql<Date>`${at}::timestamptz`.as('createdAt'), 'found.userId', 'found.albumId'])
        .select(sql<boolean>`had_bought(found.user_id, found.album_id, ${at}::timestamptz)`.as('wasOwned'))
        .select(sql<string>`${sessionId}`.as('sessionId'))
        .where('found.id', '=', foundId),
    )
    .returning('id'),
);

/** The found album must be locked. */
export async function recordView(
  db: Db,
  { foundId, sessionId, now }: { foundId: number; sessionId: string; now: Date },
): Promise<View> {
  const at = now.toISOString();
  const [view] = await insertView(db, { foundId, at, sessionId });
  if (!view) throw new Error('the view was not recorded');
  return { id: view.id, created_at: at };
}

/** Returns whether this session used the latest view. */
export async function usedLatestView(db: Db, foundId: number, sessionId: string): Promise<boolean> {
  const latest = await db
    .selectFrom('userAlbumViews')
    .select('sessionId')
    .where('foundAlbumId', '=', foundId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.sessionId === sessionId;
}

const MAX_VIEWS = 200;

/** The newest views of these albums. */
export function listViewsOf(db: Db, userId: number, albumIds: number[]) {
  return db
    .selectFrom('userAlbumViews as views')
    .innerJoin('userFoundAlbums as found', 'found.id', 'views.foundAlbumId')
    .select(['found.albumId', 'views.createdAt'])
    .where('found.userId', '=', userId)
    .where('found.albumId', '=', anyOf(albumIds))
    .orderBy('views.id', 'desc')
    .limit(MAX_VIEWS)
    .execute();
}

export type LockedFound = Awaited<ReturnType<typeof lockFound>>[number];

/** Locks in id order, so that concurrent callers wait for each other and never in a circle. */
export function lockFound(db: Db, userId: number, foundIds?: readonly number[]) {
  return foundIds ? lockChosen(db, { userId, foundIds }) : selectToLock(db, userId).execute();
}

function selectToLock(db: Db, userId: number) {
  return db
    .selectFrom('userFoundAlbums')
    .select(['id', 'userId', 'albumId', 'viewsUsed'])
    .where('userId', '=', userId)
    .orderBy('id')
    .forNoKeyUpdate();
}

const lockChosen = prepareStatement(
  (db, { userId, foundIds }: { userId: number; foundIds: readonly number[] }) =>
    selectToLock(db, userId).where('id', '=', anyOf(foundIds)),
);

/**
 * Albums in which a customer's athletes are searched: held by one of the newest saved teams with program, team and division
 * named, by an invitation from an owner or by a purchase. An album that was merely opened is not, because opening costs
 * nothing, and a saved program is not, because it may have hundreds of teams.
 */
export function selectSearched(db: Db, purchases: Purchases) {
  const isFollowed = sql<boolean>`exists (
    select from (
      select program_name, team_name, division_name from team_subscriptions
      where user_id = found.user_id and team_name <> '' order by id desc limit ${sql.lit(MAX_SAVED_TEAMS)}
    ) saved
    where ${isNamedTeam})`;
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

/**
 * Returns whether the album was found by a saved team, by an invitation from an owner or by a purchase, and not only opened
 * or matched by a whole program.
 */
export async function isHeldForReason(
  db: Db,
  purchases: Purchases,
  { userId, albumId }: { userId: number; albumId: number },
): Promise<boolean> {
  const held = await db
    .selectFrom('userFoundAlbums as found')
    .innerJoin(albumsToJoin(db).as('album'), 'album.id', 'found.albumId')
    .select('found.id')
    .where('found.userId', '=', userId)
    .where('found.albumId', '=', albumId)
    .where(
      sql<boolean>`(found.vouched
        or exists (select from team_subscriptions saved
          where saved.user_id = found.user_id and saved.program_name = album.program_name::citext
            and saved.team_name <> '' and saved.team_name = album.team_name::citext
            and (saved.division_name = '' or saved.division_name = album.division_name::citext))
        or exists (select from ${purchases.boughtItems(db)} bought
          where bought.user_id = found.user_id and bought.album_id = found.album_id))`,
    )
    .executeTakeFirst();
  return held !== undefined;
}

/** A subquery for modules that join found albums to their own tables. */
export function holdersToJoin(db: Db) {
  return db.selectFrom('userFoundAlbums').select(['userId', 'albumId', 'viewsUsed']);
}
