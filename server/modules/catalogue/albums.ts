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

/** A subquery for modules that join albums to their own tables. */
export function albumsToJoin(db: Db) {
  return db
    .selectFrom('albums')
    .select(['id', 'uuid', 'eventId', 'programName', 'teamName', 'divisionName', 'publishedAt'])
    .select(COVER_IDS.as('coverIds'));
}

const COVER_IDS = sql<number[]>`jsonb_path_query_array(albums.cover, '$[*].id')`;

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

export async function updateAlbumFields(db: Db, albumId: number, fields: Updateable<Albums>): Promise<void> {
  await db.updateTable('albums').set(fields).where('id', '=', albumId).execute();
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
