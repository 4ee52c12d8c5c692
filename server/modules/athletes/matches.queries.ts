import { sql } from 'kysely';
import type { FaceBox } from '#engines/faces/face.ts';
import { SURE_SCORE } from '#engines/faces/matching.ts';
import { visibleImages } from '#server/modules/images/visible-images.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

export type Decision = 'confirmed' | 'rejected';

export type Finding = { imageId: number; score: number; box: FaceBox; isCloseUp: boolean };

/** A customer's decision overrides the score. */
const isSure = sql<boolean>`(matches.decision = 'confirmed' or (matches.decision is null and matches.score >= ${sql.lit(SURE_SCORE)}))`;
const isMaybe = sql<boolean>`(matches.decision is null and matches.score < ${sql.lit(SURE_SCORE)})`;

/** Matches in visible images of these albums; an image may have moved since it was matched. */
function selectShown(db: Db, athleteIds: number[], albumIds: number[]) {
  return db
    .selectFrom('athleteMatches as matches')
    .innerJoin(visibleImages(db, albumIds).as('images'), 'images.id', 'matches.imageId')
    .where('matches.athleteId', '=', anyOf(athleteIds));
}

export async function countMatches(db: Db, athleteIds: number[], albumIds: number[]) {
  const rows = await selectShown(db, athleteIds, albumIds)
    .select('matches.athleteId')
    .select([
      sql<number>`(count(*) filter (where ${isSure}))::integer`.as('sure'),
      sql<number>`(count(*) filter (where ${isMaybe}))::integer`.as('maybe'),
    ])
    .groupBy('matches.athleteId')
    .execute();
  return new Map(rows.map(({ athleteId, ...counts }) => [athleteId, counts] as const));
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
    .select([
      'images.width',
      'images.height',
      'images.capturedAt',
      'images.placeholder',
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

export async function hasShown(db: Db, athleteId: number, albumIds: number[], imageId: number) {
  const found = await selectShown(db, [athleteId], albumIds)
    .select('matches.imageId')
    .where('matches.imageId', '=', imageId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function writeDecision(
  db: Db,
  athleteId: number,
  imageId: number,
  decision: Decision | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('athleteMatches')
    .set({ decision, decidedAt: decision === null ? null : now })
    .where('athleteId', '=', athleteId)
    .where('imageId', '=', imageId)
    .execute();
}

/** Replaces undecided matches in these images. Returns the number of new certain ones. */
export async function replaceMatches(
  db: Db,
  athleteId: number,
  imageIds: number[],
  findings: Finding[],
  now: Date,
): Promise<number> {
  await db
    .deleteFrom('athleteMatches')
    .where('athleteId', '=', athleteId)
    .where('imageId', '=', anyOf(imageIds))
    .where('imageId', '<>', sql<number>`all(${findings.map(({ imageId }) => imageId)}::bigint[])`)
    .where('decision', 'is', null)
    .execute();
  if (findings.length === 0) return 0;
  const written = await db
    .insertInto('athleteMatches')
    .values(
      findings.map((finding) => ({
        ...finding,
        athleteId,
        box: JSON.stringify(finding.box),
        createdAt: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['athleteId', 'imageId']).doUpdateSet((eb) => ({
        score: eb.ref('excluded.score'),
        box: eb.ref('excluded.box'),
        isCloseUp: eb.ref('excluded.isCloseUp'),
      })),
    )
    .returning(['score', sql<boolean>`xmax = 0`.as('isNew')])
    .execute();
  return written.filter(({ score, isNew }) => isNew && score >= SURE_SCORE).length;
}

export async function deleteMatches(db: Db, athleteId: number, { undecided = false } = {}): Promise<void> {
  let deletion = db.deleteFrom('athleteMatches').where('athleteId', '=', athleteId);
  if (undecided) deletion = deletion.where('decision', 'is', null);
  await deletion.execute();
}

export async function listRejected(db: Db, athleteIds: number[], imageIds: number[]) {
  return db
    .selectFrom('athleteMatches')
    .select(['athleteId', 'imageId'])
    .where('athleteId', '=', anyOf(athleteIds))
    .where('imageId', '=', anyOf(imageIds))
    .where('decision', '=', 'rejected')
    .execute();
}

/** Best first. */
export function listSurest(db: Db, athleteIds: number[], imageIds: number[], score: number) {
  return db
    .selectFrom('athleteMatches')
    .select(['athleteId', 'imageId'])
    .where('athleteId', '=', anyOf(athleteIds))
    .where('imageId', '=', anyOf(imageIds))
    .where('score', '>=', score)
    .where((eb) => eb.or([eb('decision', 'is', null), eb('decision', '=', 'confirmed')]))
    .orderBy('score', 'desc')
    .execute();
}

export async function findAlbumsWithMatches(db: Db, userId: number, albumIds: number[]): Promise<number[]> {
  const images = await findMatchedImages(db, userId, albumIds);
  return [...new Set(images.map(({ albumId }) => albumId))];
}

export function findMatchedImages(db: Db, userId: number, albumIds: number[]) {
  return db
    .selectFrom('athleteMatches as matches')
    .innerJoin('userAthletes as athletes', 'athletes.id', 'matches.athleteId')
    .innerJoin(visibleImages(db, albumIds).as('images'), 'images.id', 'matches.imageId')
    .select(['images.id', 'images.albumId'])
    .distinct()
    .where('athletes.userId', '=', userId)
    .where('athletes.deletedAt', 'is', null)
    .where(sql<boolean>`matches.decision is distinct from 'rejected'`)
    .execute();
}

export function findAthletesInImages(db: Db, userId: number, imageIds: number[]) {
  return db
    .selectFrom('athleteMatches as matches')
    .innerJoin('userAthletes as athletes', 'athletes.id', 'matches.athleteId')
    .select(['matches.imageId', 'athletes.id', 'athletes.name'])
    .where('athletes.userId', '=', userId)
    .where('athletes.deletedAt', 'is', null)
    .where('matches.imageId', '=', anyOf(imageIds))
    .where(isSure)
    .orderBy('athletes.id')
    .execute();
}
