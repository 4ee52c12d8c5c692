import { sql } from 'kysely';
import type { Language } from '#contract/i18n.ts';
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
    .select(['version', 'relation', 'language', 'givenAt', 'withdrawnAt'])
    .where('athleteId', '=', athleteId)
    .orderBy('id')
    .$narrowType<{ relation: Relation; language: Language }>()
    .execute();
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

export const COLUMNS = ['id', 'athleteId', 'createdAt', 'deletedAt'] as const;

export type ReferencePhotoRow = {
  id: number;
  athleteId: number;
  createdAt: string;
  deletedAt: string | null;
};

export type EncryptedReference = { athleteId: number; fileId: string; encryptedTemplate: Buffer };

export function findReferencePhoto(db: Db, photoId: number) {
  return db
    .selectFrom('athleteReferencePhotos as photos')
    .innerJoin('userAthletes as athletes', 'athletes.id', 'photos.athleteId')
    .select(['photos.id', 'photos.athleteId', 'photos.fileId', 'photos.createdAt', 'photos.deletedAt'])
    .select(['athletes.userId', 'athletes.deletedAt as athleteDeletedAt'])
    .where('photos.id', '=', photoId)
    .executeTakeFirst();
}
