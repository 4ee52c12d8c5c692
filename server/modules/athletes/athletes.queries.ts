import { type Insertable, sql } from 'kysely';
import type { AthleteConsents } from '#server/platform/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

type Relation = 'guardian' | 'self';

/** With the live consent, if there is one. */
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

/** Held until the transaction ends; whoever changes what is kept of a face comes through here. */
export async function lockAthlete(db: Db, athleteId: number) {
  await lockAthletes(db, [athleteId]);
  return findAthleteRow(db, athleteId);
}

/** In one order, and read by a query of its own: one that had to wait would see consents as they were before. */
export async function lockAthletes(db: Db, athleteIds: number[]): Promise<void> {
  await db
    .selectFrom('userAthletes')
    .select('id')
    .where('id', '=', anyOf(athleteIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Adding and deleting athletes of one customer happens one after another. */
export async function lockAthletesOf(db: Db, userId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`athletes:${userId}`}, 0))`.execute(db);
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

/** A new template: everything is looked through again. */
export async function renewTemplate(db: Db, athleteId: number): Promise<void> {
  await db
    .updateTable('userAthletes')
    .set((eb) => ({ templateVersion: eb('templateVersion', '+', 1) }))
    .where('id', '=', athleteId)
    .execute();
}

/** Somebody still cares; written at most once a day, because every look at the matches says so. */
export async function touchAthlete(db: Db, athleteId: number, now: Date): Promise<void> {
  await db
    .updateTable('userAthletes')
    .set({ touchedAt: now })
    .where('id', '=', athleteId)
    .where('touchedAt', '<', sql<string>`${now.toISOString()}::timestamptz - interval '1 day'`)
    .execute();
}

/** The texts that live consents were given to. */
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
