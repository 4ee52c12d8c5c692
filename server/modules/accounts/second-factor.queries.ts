import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

export function lockSecondFactor(db: Db, userId: number) {
  return db
    .selectFrom('secondFactors')
    .select(['sealedSecret', 'lastStep'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveSecret(
  db: Db,
  secret: { userId: number; sealedSecret: Buffer; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('secondFactors')
    .values(secret)
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ sealedSecret: secret.sealedSecret, lastStep: 0 }),
    )
    .execute();
}

export async function listSecondFactorUsers(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('secondFactors').select('userId').orderBy('userId').execute();
  return rows.map(({ userId }) => userId);
}

export async function replaceSealedSecret(db: Db, userId: number, sealedSecret: Buffer): Promise<void> {
  await db.updateTable('secondFactors').set({ sealedSecret }).where('userId', '=', userId).execute();
}

export async function setLastStep(db: Db, userId: number, lastStep: number): Promise<void> {
  await db.updateTable('secondFactors').set({ lastStep }).where('userId', '=', userId).execute();
}

export async function setSecondFactorAt(db: Db, userId: number, secondFactorAt: Date | null): Promise<void> {
  await db
    .updateTable('users')
    .set({ secondFactorAt, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .execute();
}

export async function deleteSecondFactor(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('secondFactors').where('userId', '=', userId).execute();
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await closeChallenges(db, userId);
}

export async function closeChallenges(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('loginChallenges').where('userId', '=', userId).execute();
}

export async function replaceRecoveryCodes(
  db: Db,
  userId: number,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await db
    .insertInto('recoveryCodes')
    .values(codeHashes.map((codeHash) => ({ userId, codeHash })))
    .execute();
}

/** Spends the code in one statement, so that only one of two simultaneous logins succeeds with it. */
export async function spendRecoveryCode(
  db: Db,
  { userId, codeHashes, now }: { userId: number; codeHashes: Buffer[]; now: Date },
): Promise<boolean> {
  const spent = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('codeHash', 'in', codeHashes)
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('recoveryCodes')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

export async function insertChallenge(
  db: Db,
  challenge: { userId: number; tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await db.insertInto('loginChallenges').values(challenge).execute();
}

export function findChallenge(db: Db, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  return db
    .selectFrom('loginChallenges')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
}

export async function spendChallenge(
  db: Db,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const spent = await db
    .updateTable('loginChallenges')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .returning('userId')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function deleteStaleChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('loginChallenges').where('expiresAt', '<', now.toISOString()).execute();
}
