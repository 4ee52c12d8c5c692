import { sql } from 'kysely';
import type { FaceBox } from '#engines/faces/face.ts';
import { SURE_SCORE } from '#engines/faces/matching.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { albumSizes } from '#server/modules/catalogue/albums.ts';
import { searchedAlbums } from '#server/modules/found-albums/held-album.ts';
import { IMAGE_COLUMNS, visibleImages } from '#server/modules/images/album-images.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

export type Decision = 'confirmed' | 'rejected';

export type Finding = { imageId: number; score: number; box: FaceBox; isCloseUp: boolean };

/** A customer's decision overrides the score. */
export const isSure = sql<boolean>`(matches.decision = 'confirmed' or (matches.decision is null and matches.score >= ${sql.lit(SURE_SCORE)}))`;

/** Matches in visible images of these albums; an image may have moved since it was matched. */
export function selectShown(db: Db, athleteIds: number[], albumIds: number[]) {
  return db
    .selectFrom('athleteMatches as matches')
    .innerJoin(visibleImages(db, albumIds).as('images'), 'images.id', 'matches.imageId')
    .where('matches.athleteId', '=', anyOf(athleteIds));
}

/** Counts only certain matches. */
export function countByAlbum(db: Db, athleteIds: number[], albumIds: number[]) {
  return selectShown(db, athleteIds, albumIds)
    .select(['matches.athleteId', 'images.albumId'])
    .select([
      sql<number>`count(*)::integer`.as('photos'),
      sql<number>`(count(*) filter (where matches.is_close_up))::integer`.as('closeUps'),
    ])
    .where(isSure)
    .groupBy(['matches.athleteId', 'images.albumId'])
    .orderBy('images.albumId')
    .orderBy('matches.athleteId')
    .execute();
}

export type MatchRow = Awaited<ReturnType<typeof listMatches>>[number];

/** Best first, rejected ones last. */
export function listMatches(db: Db, athleteIds: number[], albumIds: number[]) {
  return selectShown(db, athleteIds, albumIds)
    .select(['matches.athleteId', 'matches.imageId', 'matches.score', 'matches.isCloseUp'])
    .select(IMAGE_COLUMNS)
    .select([
      'images.albumId',
      sql<FaceBox>`matches.box`.as('box'),
      sql<Decision | null>`matches.decision`.as('decision'),
      isSure.as('isSure'),
    ])
    .orderBy(sql`matches.decision is not distinct from 'rejected'`)
    .orderBy(isSure, 'desc')
    .orderBy('matches.score', 'desc')
    .orderBy('matches.imageId')
    .execute();
}

export function listAllMatches(db: Db, athleteId: number) {
  return db
    .selectFrom('athleteMatches')
    .select(['imageId', 'score', 'decision'])
    .where('athleteId', '=', athleteId)
    .orderBy('imageId')
    .execute();
}

/** Athletes with a current consent and at least one reference photo. */
export function selectSearchable(db: Db) {
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

export function listSureFaces(db: Db, userId: number, imageIds: readonly number[]) {
  return selectSearchable(db)
    .innerJoin('athleteMatches as matches', 'matches.athleteId', 'athletes.id')
    .select(['athletes.name', 'matches.imageId', sql<FaceBox>`matches.box`.as('box')])
    .where('athletes.userId', '=', userId)
    .where('matches.imageId', '=', anyOf(imageIds))
    .where(isSure)
    .execute();
}

export const SEARCHABLE_COLUMNS = [
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
