import { type Insertable, sql } from 'kysely';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { AthleteConsents } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

type Relation = 'guardian' | 'self';

function selectAthletes(db: Db) {
  return db
    .selectFrom('userAthletes as athletes')
    .leftJoin('athleteConsents as consents', (join) =>
      join.onRef('consents.athleteId', '=', 'athletes.id').on('consents.withdrawnAt', 'is', null),
    )
    .select([
      'athletes.id',
      'athletes.userId',
      'athletes.name',
      'athletes.teamName',
      'athletes.templateVersion',
      'athletes.settledVersion',
      'athletes.deletedAt',
      'athletes.createdAt',
      'consents.givenAt',
      'consents.version as consentVersion',
    ])
    .select(sql<Relation | null>`consents.relation`.as('consentRelation'));
}

export type AthleteRow = Awaited<ReturnType<typeof listAthleteRows>>[number];

export function listAthleteRows(db: Db, userId: number, { deleted = false } = {}) {
  return selectAthletes(db)
    .where('athletes.userId', '=', userId)
    .where('athletes.deletedAt', deleted ? 'is not' : 'is', null)
    .orderBy('athletes.id')
    .execute();
}

export function findAthleteRow(db: Db, athleteId: number) {
  return selectAthletes(db).where('athletes.id', '=', athleteId).executeTakeFirst();
}

/** Everything that changes an athlete's photos, consents or matches takes this lock first. */
export async function lockAthlete(db: Db, athleteId: number) {
  await lockAthletes(db, [athleteId]);
  return findAthleteRow(db, athleteId);
}

/**
 * Locks in id order to avoid deadlocks. Callers read the rows in a second query: a query that waits for a lock joins
 * the new athlete with old consents.
 */
export async function lockAthletes(db: Db, athleteIds: number[]): Promise<void> {
  await db
    .selectFrom('userAthletes')
    .select('id')
    .where('id', '=', anyOf(athleteIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Serializes additions, so that the limit per customer holds. Returns the number of athletes. */
export async function lockAthletesOf(db: Db, userId: number): Promise<number> {
  await advisoryLock(db, `athletes:${userId}`);
  const { total } = await db
    .selectFrom('userAthletes')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

export async function insertAthlete(
  db: Db,
  athlete: { userId: number; name: string; teamName: string | null },
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('userAthletes')
    .values({ ...athlete, touchedAt: now, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertConsent(db: Db, consent: Insertable<AthleteConsents>): Promise<void> {
  await db.insertInto('athleteConsents').values(consent).execute();
}

export async function endConsent(db: Db, athleteId: number, now: Date): Promise<void> {
  await db
    .updateTable('athleteConsents')
    .set({ withdrawnAt: now })
    .where('athleteId', '=', athleteId)
    .where('withdrawnAt', 'is', null)
    .execute();
}

export function listConsents(db: Db, athleteId: number) {
  return db
    .selectFrom('athleteConsents')
    .select(['version', 'givenAt', 'withdrawnAt'])
    .select(sql<Relation>`relation`.as('relation'))
    .where('athleteId', '=', athleteId)
    .orderBy('id')
    .execute();
}

export async function markDeleted(db: Db, athleteId: number, now: Date): Promise<void> {
  await db.updateTable('userAthletes').set({ deletedAt: now }).where('id', '=', athleteId).execute();
}

/** A new template version makes every album be searched again. */
export async function renewTemplate(db: Db, athleteId: number): Promise<void> {
  await db
    .updateTable('userAthletes')
    .set((eb) => ({ templateVersion: eb('templateVersion', '+', 1) }))
    .where('id', '=', athleteId)
    .execute();
}

/** Delays automatic erasure; written at most once a day, because every visit calls it. */
export async function touchAthlete(db: Db, athleteId: number, now: Date): Promise<void> {
  await db
    .updateTable('userAthletes')
    .set({ touchedAt: now })
    .where('id', '=', athleteId)
    .where('touchedAt', '<', sql<string>`${now.toISOString()}::timestamptz - interval '1 day'`)
    .execute();
}

export async function listConsentVersions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('athleteConsents')
    .select('version')
    .distinct()
    .where('withdrawnAt', 'is', null)
    .execute();
  return rows.map(({ version }) => version);
}

export async function listUntouched(
  db: Db,
  { version, before, limit }: { version: string; before: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('userAthletes as athletes')
    .innerJoin('athleteConsents as consents', 'consents.athleteId', 'athletes.id')
    .select('athletes.id')
    .where('consents.withdrawnAt', 'is', null)
    .where('consents.version', '=', version)
    .where('athletes.touchedAt', '<', before.toISOString())
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listFilesOf(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('athleteReferencePhotos as photos')
    .innerJoin('userAthletes as athletes', 'athletes.id', 'photos.athleteId')
    .select('photos.fileId')
    .where('athletes.userId', '=', userId)
    .where('photos.fileId', 'is not', null)
    .execute();
  return rows.flatMap(({ fileId }) => (fileId ? [fileId] : []));
}

export async function deleteAthletesOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('userAthletes').where('userId', '=', userId).execute();
  await db.deleteFrom('faceSearchTurns').where('userId', '=', userId).execute();
}

export function listReferencesOf(db: Db, athleteId: number) {
  return db
    .selectFrom('athleteReferencePhotos')
    .select(['id', 'fileId', 'createdAt', 'deletedAt'])
    .where('athleteId', '=', athleteId)
    .orderBy('id')
    .execute();
}
