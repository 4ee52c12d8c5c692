import { sql } from 'kysely';
import { FACTOR_KINDS } from '#contract/endpoints/second-factor.ts';
import type { Db } from '#server/platform/database/database.ts';

export type FactorKind = (typeof FACTOR_KINDS)[number];

export async function listFactorKinds(db: Db, userId: number): Promise<FactorKind[]> {
  const { hasApp, hasPasskey } = await db
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('secondFactors').select('userId').where('userId', '=', userId)).as('hasApp'),
      eb.exists(eb.selectFrom('passkeys').select('id').where('userId', '=', userId)).as('hasPasskey'),
    ])
    .executeTakeFirstOrThrow();
  return FACTOR_KINDS.filter((kind) => (kind === 'app' ? hasApp : hasPasskey));
}

export async function setSecondFactorAt(db: Db, userId: number, secondFactorAt: Date | null): Promise<void> {
  await db
    .updateTable('users')
    .set({ secondFactorAt, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .execute();
}

export async function closeChallenges(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('loginChallenges').where('userId', '=', userId).execute();
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

export function findChallenge(db: Db, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  return db
    .selectFrom('loginChallenges')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
}
