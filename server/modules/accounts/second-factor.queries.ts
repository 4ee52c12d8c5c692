import { sql } from 'kysely';
import { FACTOR_KINDS } from '#contract/endpoints/second-factor.ts';
import type { Db } from '#server/platform/database/database.ts';
import { selectUser, type UserRow } from './accounts.queries.ts';
import { deletePasskeysOf } from './passkeys.queries.ts';

export type FactorKind = (typeof FACTOR_KINDS)[number];

export function lockSecondFactor(db: Db, userId: number) {
  return db
    .selectFrom('secondFactors')
    .select(['encryptedSecret', 'lastStep'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Replaces the app that was used before. */
export async function saveSecret(
  db: Db,
  {
    userId,
    createdAt,
    ...secret
  }: { userId: number; encryptedSecret: Buffer; lastStep: number; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('secondFactors')
    .values({ userId, createdAt, ...secret })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ createdAt, ...secret }))
    .execute();
}

export async function savePendingSecret(
  db: Db,
  { userId, ...secret }: { userId: number; encryptedSecret: Buffer; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('pendingSecondFactors')
    .values({ userId, ...secret })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(secret))
    .execute();
}

/** Removes it from what is pending, so that it is confirmed once. */
export async function takePendingSecret(db: Db, userId: number, now: Date): Promise<Buffer | undefined> {
  const taken = await db
    .deleteFrom('pendingSecondFactors')
    .where('userId', '=', userId)
    .where('expiresAt', '>', now.toISOString())
    .returning('encryptedSecret')
    .executeTakeFirst();
  return taken?.encryptedSecret;
}

/** Whoever changes the factors of an account does so one after the other. */
export async function lockUser(db: Db, userId: number): Promise<UserRow | undefined> {
  return selectUser(db, userId).forNoKeyUpdate().executeTakeFirst();
}

export async function listFactorKinds(db: Db, userId: number): Promise<FactorKind[]> {
  const { hasApp, hasPasskey } = await db
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('secondFactors').select('userId').where('userId', '=', userId)).as('hasApp'),
      eb.exists(eb.selectFrom('passkeys').select('id').where('userId', '=', userId)).as('hasPasskey'),
    ])
    .executeTakeFirstOrThrow();
  return FACTOR_KINDS.filter((kind) => (kind === 'app' ? hasApp : hasPasskey));
}

export async function deleteApp(db: Db, userId: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('secondFactors')
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function listSecondFactorUsers(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('secondFactors').select('userId').orderBy('userId').execute();
  return rows.map(({ userId }) => userId);
}

export async function replaceEncryptedSecret(db: Db, userId: number, encryptedSecret: Buffer): Promise<void> {
  await db.updateTable('secondFactors').set({ encryptedSecret }).where('userId', '=', userId).execute();
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
  await deleteApp(db, userId);
  await db.deleteFrom('pendingSecondFactors').where('userId', '=', userId).execute();
  await deletePasskeysOf(db, userId);
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
  const before = now.toISOString();
  await db.deleteFrom('loginChallenges').where('expiresAt', '<', before).execute();
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<', before).execute();
  await db.deleteFrom('pendingSecondFactors').where('expiresAt', '<', before).execute();
}
