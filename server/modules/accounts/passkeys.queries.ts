import type { Db } from '#server/platform/database/database.ts';
import type { StoredCredential } from '#server/platform/security/webauthn.ts';

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];

export function listPasskeys(db: Db, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'credentialId', 'transports', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

/** Returns false if the credential is registered already, by whomever. */
export async function insertPasskey(
  db: Db,
  passkey: StoredCredential & { userId: number; name: string; transports: string[]; createdAt: Date },
): Promise<boolean> {
  const added = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** The lock lets one of two answers with the same counter through. */
export function lockPasskey(db: Db, { userId, credentialId }: { userId: number; credentialId: Buffer }) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'credentialId', 'publicKey', 'counter'])
    .where('userId', '=', userId)
    .where('credentialId', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
}

export async function markPasskeyUsed(
  db: Db,
  { id, counter, now }: { id: number; counter: number; now: Date },
): Promise<void> {
  await db.updateTable('passkeys').set({ counter, lastUsedAt: now }).where('id', '=', id).execute();
}

export function deletePasskey(db: Db, { userId, id }: { userId: number; id: number }) {
  return db
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
}

export async function deletePasskeysOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('userId', '=', userId).execute();
  await db.deleteFrom('passkeyChallenges').where('userId', '=', userId).execute();
}

export type PasskeyPurpose = 'register' | 'verify';

export async function insertPasskeyChallenge(
  db: Db,
  challenge: { challenge: Buffer; userId: number; purpose: PasskeyPurpose; expiresAt: Date },
): Promise<void> {
  await db.insertInto('passkeyChallenges').values(challenge).execute();
}

export async function spendPasskeyChallenge(
  db: Db,
  wanted: { challenge: Buffer; userId: number; purpose: PasskeyPurpose; now: Date },
): Promise<boolean> {
  const spent = await db
    .deleteFrom('passkeyChallenges')
    .where('challenge', '=', wanted.challenge)
    .where('userId', '=', wanted.userId)
    .where('purpose', '=', wanted.purpose)
    .where('expiresAt', '>', wanted.now.toISOString())
    .returning('userId')
    .executeTakeFirst();
  return spent !== undefined;
}
