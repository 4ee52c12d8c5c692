import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { CoverImage } from '#contract/entities/album.ts';
import type { Albums } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';
import { hasKeywords } from '#server/platform/lists/keywords.ts';
import { EVENT_TEXT, selectEventOfAlbum } from './events.ts';
import { givePosterCodes } from './poster-codes.ts';

/** Also a subquery for modules that list albums. */
export function selectAlbums(db: Db) {
  return db.selectFrom('albums').select([
    'albums.id',
    'albums.uuid',
    'albums.eventId',
    'albums.programName',
    'albums.teamName',
    'albums.divisionName',
    'albums.performanceOrder',
    'albums.identifier',
    'albums.plannedAt',
    'albums.stage',
    'albums.publishedAt',
    'albums.imagesCount',
    'albums.createdAt',
    // A trigger keeps the cover in its wire format.
    sql<CoverImage[]>`albums.cover`.as('cover'),
  ]);
}

export type AlbumRow = Awaited<ReturnType<typeof findAlbums>>[number];

const listPublished = prepareStatement((db, { eventIds }: { eventIds: readonly number[] }) =>
  selectAlbums(db)
    .select(selectEventOfAlbum(db, 'albums'))
    .where('eventId', '=', anyOf(eventIds))
    .where('publishedAt', 'is not', null)
    .orderBy('performanceOrder', 'desc')
    .orderBy('id', 'desc'),
);

export function listAlbumsOfEvents(db: Db, eventIds: readonly number[]) {
  return listPublished(db, { eventIds });
}

export function listNewestAlbums(db: Db, limit: number) {
  return selectAlbums(db)
    .innerJoin('events', 'events.id', 'albums.eventId')
    .where('events.archived', '=', false)
    .where('publishedAt', 'is not', null)
    .orderBy('publishedAt', 'desc')
    .orderBy('albums.id', 'desc')
    .limit(limit)
    .execute();
}

const listAlbumsById = prepareStatement((db, { albumIds }: { albumIds: number[] }) =>
  selectAlbums(db).where('id', '=', anyOf(albumIds)),
);

export function findAlbums(db: Db, albumIds: number[]) {
  return listAlbumsById(db, { albumIds });
}

export async function findAlbum(db: Db, albumId: number) {
  const [album] = await listAlbumsById(db, { albumIds: [albumId] });
  return album;
}

/** Locks the rows in a fixed order, so that two edits wait for each other and never in a circle. */
export function lockAlbums(db: Db, albumIds: number[]) {
  return selectAlbums(db).where('id', '=', anyOf(albumIds)).orderBy('id').forNoKeyUpdate().execute();
}

/** Several transactions may hold this lock at once; edits wait for all of them. */
export async function shareAlbums(db: Db, albumIds: number[]): Promise<void> {
  await db
    .selectFrom('albums')
    .select('id')
    .where('id', '=', anyOf(albumIds))
    .orderBy('id')
    .forShare()
    .execute();
}

export function lockAlbumsPlannedFrom(db: Db, eventId: number, from: string) {
  return selectAlbums(db)
    .where('eventId', '=', eventId)
    .where('plannedAt', '>=', from)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** A subquery for modules that join albums to their own tables. */
export function albumsToJoin(db: Db) {
  return db
    .selectFrom('albums')
    .select(['id', 'uuid', 'eventId', 'programName', 'teamName', 'divisionName', 'publishedAt'])
    .select(COVER_IDS.as('coverIds'));
}

const COVER_IDS = sql<number[]>`jsonb_path_query_array(albums.cover, '$[*].id')`;

export function findPublishedAlbumByUuid(db: Db, uuid: string) {
  return selectAlbums(db).where('uuid', '=', uuid).where('publishedAt', 'is not', null).executeTakeFirst();
}

export type NewAlbumFields = Pick<
  Insertable<Albums>,
  | 'eventId'
  | 'programName'
  | 'teamName'
  | 'divisionName'
  | 'performanceOrder'
  | 'identifier'
  | 'plannedAt'
  | 'stage'
>;

/** Skips albums whose identifier the event already has. */
export async function insertAlbums(db: Db, albums: readonly NewAlbumFields[]): Promise<number[]> {
  if (albums.length === 0) return [];
  const rows = await db
    .insertInto('albums')
    .values(albums)
    .onConflict((conflict) => conflict.columns(['eventId', 'identifier']).doNothing())
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  await givePosterCodes(
    db,
    ids.map((albumId) => ({ albumId })),
  );
  return ids;
}

/** Albums without a publication date in events that publish automatically. */
export function listAwaitingPublication(db: Db, albumIds: number[]) {
  return db
    .selectFrom('albums')
    .innerJoin('events', 'events.id', 'albums.eventId')
    .select(['albums.id', 'albums.imagesCount'])
    .where('albums.id', '=', anyOf(albumIds))
    .where('albums.publishedAt', 'is', null)
    .where('events.autoPublish', '=', true)
    .execute();
}

export async function updateAlbumFields(db: Db, albumId: number, fields: Updateable<Albums>): Promise<void> {
  await db.updateTable('albums').set(fields).where('id', '=', albumId).execute();
}

/** Returns true for exactly one of several concurrent callers. */
export async function markPublished(db: Db, albumId: number, at: Date | string): Promise<boolean> {
  const album = await db
    .updateTable('albums')
    .set({ publishedAt: at })
    .where('id', '=', albumId)
    .where('publishedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return album !== undefined;
}

export function albumSizes(db: Db) {
  return db
    .selectFrom('albums')
    .select(['id', 'imagesCount'])
    .select((eb) => eb('publishedAt', 'is not', null).$castTo<boolean>().as('isPublished'));
}

/** Updates the rows in a fixed order, so that two writers wait for each other and never in a circle. */
export async function addToImageCounts(db: Db, changes: ReadonlyMap<number, number>): Promise<void> {
  for (const [albumId, change] of [...changes].sort(([a], [b]) => a - b)) {
    if (change === 0) continue;
    await db
      .updateTable('albums')
      .set((eb) => ({ imagesCount: eb('imagesCount', '+', change) }))
      .where('id', '=', albumId)
      .execute();
  }
}

/** A second statement reads the photos, because one that had to wait for the lock would not see the newest. */
export async function chooseCover(db: Db, albumId: number): Promise<void> {
  await db.selectFrom('albums').select('id').where('id', '=', albumId).forNoKeyUpdate().execute();
  await sql`update albums set cover = album_cover(id) where id = ${albumId} and cover <> album_cover(id)`.execute(
    db,
  );
}

export type TeamSearch = { programName: string; teamName: string; divisionName: string };

/** A subquery of the published albums that match a saved search. An empty team or division matches any. */
export function selectMatchingAlbums(db: Db, search: TeamSearch) {
  let query = db
    .selectFrom('albums')
    .where('albums.publishedAt', 'is not', null)
    .where(sql<boolean>`lower(albums.program_name) = lower(${search.programName})`);
  if (search.teamName !== '') {
    query = query.where(sql<boolean>`lower(albums.team_name) = lower(${search.teamName})`);
  }
  if (search.divisionName !== '') {
    query = query.where(sql<boolean>`lower(albums.division_name) = lower(${search.divisionName})`);
  }
  return query;
}

/** Every keyword is in the album or in its event. A condition on `albums`. */
export function hasAlbumKeywords(keywords: string[]): RawBuilder<boolean> {
  const conditions = keywords.map(
    (keyword) => sql`(${hasKeywords(sql<string>`albums.search`, [keyword])} or albums.event_id = any(array(
      select events.id from events where ${hasKeywords(EVENT_TEXT, [keyword])})))`,
  );
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}
