import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';
import { lockAthletes } from './athletes.queries.ts';

/** Who may be looked for: consent is live, and there is a photo to know them by. */
function selectSought(db: Db) {
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

const SOUGHT_COLUMNS = [
  'athletes.id',
  'athletes.userId',
  'athletes.name',
  'athletes.templateVersion',
  'athletes.settledVersion',
] as const;

export type Sought = Awaited<ReturnType<typeof listSought>>[number];

export function listSought(db: Db, userIds: number[]) {
  return selectSought(db)
    .select(SOUGHT_COLUMNS)
    .where('athletes.userId', '=', anyOf(userIds))
    .orderBy('athletes.id')
    .execute();
}

/** Of these, those who may still be looked for; held, so that an erasure comes before or after, not between. */
export async function lockSought(db: Db, athleteIds: number[]): Promise<Sought[]> {
  await lockAthletes(db, athleteIds);
  return selectSought(db)
    .select(SOUGHT_COLUMNS)
    .where('athletes.id', '=', anyOf(athleteIds))
    .orderBy('athletes.id')
    .execute();
}

/** Whether anybody is looked for in the album: then its pictures go first. */
export async function isAnyoneSoughtIn(db: Db, albumId: number): Promise<boolean> {
  const found = await selectSought(db)
    .innerJoin('userFoundAlbums as found', 'found.userId', 'athletes.userId')
    .select('athletes.id')
    .where('found.albumId', '=', albumId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A scan is done when it was made with the template of now and knows as many pictures as the album shows. */
const isDone = sql<boolean>`
  scans.template_version = athletes.template_version and scans.finished_at is not null
  and cardinality(scans.scanned_images) >= albums.images_count`;

export function listDone(db: Db, athleteIds: number[], albumIds: number[]) {
  return db
    .selectFrom('athleteAlbumScans as scans')
    .innerJoin('userAthletes as athletes', 'athletes.id', 'scans.athleteId')
    .innerJoin('albums', 'albums.id', 'scans.albumId')
    .select(['scans.athleteId', 'scans.albumId'])
    .where('scans.athleteId', '=', anyOf(athleteIds))
    .where('scans.albumId', '=', anyOf(albumIds))
    .where(isDone)
    .execute();
}

/** Customers with an album that somebody should have been looked for in. */
export async function listUsersBehind(db: Db, limit: number): Promise<number[]> {
  const rows = await selectSought(db)
    .innerJoin('userFoundAlbums as found', 'found.userId', 'athletes.userId')
    .innerJoin('albums', 'albums.id', 'found.albumId')
    .leftJoin('athleteAlbumScans as scans', (join) =>
      join.onRef('scans.athleteId', '=', 'athletes.id').onRef('scans.albumId', '=', 'albums.id'),
    )
    .select('athletes.userId')
    .distinct()
    .where('albums.publishedAt', 'is not', null)
    .where(sql<boolean>`(${isDone}) is not true`)
    .limit(limit)
    .execute();
  return rows.map(({ userId }) => userId);
}

export function listScans(db: Db, albumId: number, athleteIds: number[]) {
  return db
    .selectFrom('athleteAlbumScans')
    .select(['athleteId', 'templateVersion', 'scannedImages'])
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
