import { timingSafeEqual } from 'node:crypto';
import type { Db } from '#server/platform/database/database.ts';
import { CODE_MINUTES, hashSecret, MAX_TRIES, randomDigits } from '#server/platform/security/secrets.ts';
import { type Clock, minutesFrom } from '#server/platform/time/clock.ts';

const CODE_DIGITS = 6;

/** Without a user, the code logs in whoever holds the phone. */
export type PhoneOfUser = { userId: number | null; to: string };

export async function newPhoneCode(
  { db, clock }: { db: Db; clock: Clock },
  { userId, to }: PhoneOfUser,
): Promise<string> {
  const code = randomDigits(CODE_DIGITS);
  const fresh = { codeHash: hashSecret(code), tries: 0, expiresAt: minutesFrom(clock.now(), CODE_MINUTES) };
  await db
    .insertInto('phoneCodes')
    .values({ userId, phoneNumber: to, ...fresh })
    .onConflict((conflict) => conflict.columns(['userId', 'phoneNumber']).doUpdateSet(fresh))
    .execute();
  return code;
}

/** Counts the attempt before comparing, so that parallel guesses cannot exceed the limit. */
export async function checkPhoneCode(
  { db, clock }: { db: Db; clock: Clock },
  { userId, to }: PhoneOfUser,
  code: string,
): Promise<boolean> {
  const row = await db
    .updateTable('phoneCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('userId', 'is not distinct from', userId)
    .where('phoneNumber', '=', to)
    .where('tries', '<', MAX_TRIES)
    .where('expiresAt', '>', clock.now().toISOString())
    .returning('codeHash')
    .executeTakeFirst();
  if (!row || !timingSafeEqual(row.codeHash, hashSecret(code))) return false;
  const spent = await db
    .deleteFrom('phoneCodes')
    .where('userId', 'is not distinct from', userId)
    .where('phoneNumber', '=', to)
    .where('codeHash', '=', row.codeHash)
    .executeTakeFirst();
  return spent.numDeletedRows > 0n;
}

export async function deleteExpiredPhoneCodes({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.deleteFrom('phoneCodes').where('expiresAt', '<', clock.now().toISOString()).execute();
}
