import { sql } from 'kysely';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { albumSizes } from '#server/modules/catalogue/albums.ts';
import { searchedAlbums } from '#server/modules/found-albums/searched-albums.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { lockAthletes } from './athletes.queries.ts';

/** Athletes with a current consent and at least one reference photo. */
function selectSearchable(db: Db) {
  return db
    .selectFrom('userAthletes as athletes')
    .where('athletes.deletedAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('athleteConsents as consents')
          .select('consents.id')
          .whereRef('consents.athleteId', '=', 'athletes.id')
          .where('consents.withdrawnAt', 'is', null),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('athleteReferencePhotos as photos')
          .select('photos.id')
          .whereRef('photos.athleteId', '=', 'athletes.id')
          .where('photos.deletedAt', 'is', null),
      ),
    );
}

const SEARCHABLE_COLUMNS = [
  'athletes.id',
  'athletes.userId',
  'athletes.name',
  'athletes.templateVersion',
  'athletes.settledVersion',
] as const;

export type SearchableAthlete = Awaited<ReturnType<typeof listSearchable>>[number];

export function listSearchable(db: Db, userIds: number[]) {
  return selectSearchable(db)
    .select(SEARCHABLE_COLUMNS)
    .where('athletes.userId', '=', anyOf(userIds))
    .orderBy('athletes.id')
    .execute();
}

/** Locked, so that an erasure cannot happen while matches are saved. */
export async function lockSearchable(db: Db, athleteIds: number[]): Promise<SearchableAthlete[]> {
  await lockAthletes(db, athleteIds);
  return selectSearchable(db)
    .select(SEARCHABLE_COLUMNS)
    .where('athletes.id', '=', anyOf(athleteIds))
    .orderBy('athletes.id')
    .execute();
}

export async function hasSearchableHolder(
  { db, purchases }: { db: Db; purchases: Purchases },
  albumId: number,
): Promise<boolean> {
  const found = await selectSearchable(db)
    .innerJoin(searchedAlbums(db, purchases).as('found'), 'found.userId', 'athletes.userId')
    .select('athletes.id')
    .where('found.albumId', '=', albumId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The whole album was searched once with the current template. */
const isSearched = sql<boolean>`
  (scans.template_version = athletes.template_version and scans.finished_at is not null)`;
/** A search is done if it also covered as many pictures as the album has now. */
const isDone = sql<boolean>`(${isSearched} and cardinality(scans.scanned_images) >= albums.images_count)`;

export function listScanStates(db: Db, athleteIds: number[], albumIds: number[]) {
  return db
    .selectFrom('athleteAlbumScans as scans')
    .innerJoin('userAthletes as athletes', 'athletes.id', 'scans.athleteId')
    .innerJoin(albumSizes(db).as('albums'), 'albums.id', 'scans.albumId')
    .select(['scans.athleteId', 'scans.albumId'])
    .select([isSearched.as('isSearched'), isDone.as('isDone')])
    .where('scans.athleteId', '=', anyOf(athleteIds))
    .where('scans.albumId', '=', anyOf(albumIds))
    .execute();
}

/** Customers with a published album in which a search is missing or outdated, in the order of their ids. */
export async function listUsersBehind(
  { db, purchases }: { db: Db; purchases: Purchases },
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await selectSearchable(db)
    .innerJoin(searchedAlbums(db, purchases).as('found'), 'found.userId', 'athletes.userId')
    .innerJoin(albumSizes(db).as('albums'), 'albums.id', 'found.albumId')
    .leftJoin('athleteAlbumScans as scans', (join) =>
      join.onRef('scans.athleteId', '=', 'athletes.id').onRef('scans.albumId', '=', 'albums.id'),
    )
    .select('athletes.userId')
    .distinct()
    .where('albums.isPublished', '=', true)
    .where('athletes.userId', '>', after)
    .where(sql<boolean>`${isDone} is not true`)
    .orderBy('athletes.userId')
    .limit(limit)
    .execute();
  return rows.map(({ userId }) => userId);
}

export function listScans(db: Db, albumId: number, athleteIds: number[]) {
  return db
    .selectFrom('athleteAlbumScans')
    .select(['athleteId', 'templateVersion', 'scannedImages', 'finishedAt'])
    .where('albumId', '=', albumId)
    .where('athleteId', '=', anyOf(athleteIds))
    .execute();
}

type ScanPlace = { athleteId: number; albumId: number; templateVersion: number };

export async function addScanned(db: Db, place: ScanPlace, imageIds: number[]): Promise<void> {
  await db
    .insertInto('athleteAlbumScans')
    .values({ ...place, scannedImages: imageIds })
    .onConflict((conflict) =>
      conflict.columns(['athleteId', 'albumId']).doUpdateSet({
        templateVersion: place.templateVersion,
        scannedImages: sql`
          case when athlete_album_scans.template_version = excluded.template_version
            then array(select distinct unnest(athlete_album_scans.scanned_images || excluded.scanned_images))
            else excluded.scanned_images end`,
        finishedAt: sql`
          case when athlete_album_scans.template_version = excluded.template_version
            then athlete_album_scans.finished_at end`,
      }),
    )
    .execute();
}

export async function finishScan(db: Db, place: ScanPlace, imageIds: number[], now: Date): Promise<void> {
  const scan = { templateVersion: place.templateVersion, scannedImages: imageIds, finishedAt: now };
  await db
    .insertInto('athleteAlbumScans')
    .values({ ...place, ...scan })
    .onConflict((conflict) => conflict.columns(['athleteId', 'albumId']).doUpdateSet(scan))
    .execute();
}

export async function markSettled(db: Db, athleteId: number, templateVersion: number): Promise<void> {
  await db
    .updateTable('userAthletes')
    .set({ settledVersion: templateVersion })
    .where('id', '=', athleteId)
    .execute();
}

export async function deleteScans(db: Db, athleteId: number): Promise<void> {
  await db.deleteFrom('athleteAlbumScans').where('athleteId', '=', athleteId).execute();
}

/** The next search of the album covers the picture again. */
export async function forgetScanned(
  db: Db,
  { albumId, imageId }: { albumId: number; imageId: number },
): Promise<void> {
  await sql`
    update athlete_album_scans set scanned_images = array_remove(scanned_images, ${imageId}::bigint)
    where album_id = ${albumId} and ${imageId}::bigint = any (scanned_images)`.execute(db);
}
