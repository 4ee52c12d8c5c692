import { randomInt } from 'node:crypto';
import { verifySync } from 'otplib';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { decrypt, encrypt, isEncryptedByNewest } from '#server/platform/security/encrypt.ts';
import { hashWithKeys, type KeyRing } from '#server/platform/security/key-ring.ts';
import { consumeRateLimits } from '#server/platform/security/rate-limit.ts';
import type { UserRow } from './accounts.queries.ts';
import { auditUser } from './customer-access.ts';
import { listFactorKinds, setSecondFactorAt } from './second-factor.queries.ts';

const STEP_SECONDS = 30;
const TRIES = { max: 5, minutes: 15 };
const WRONG: readonly string[] = ['code_invalid', 'passkey_invalid'];
const APP_CODE = /^\d{6}$/;
const RECOVERY_CODES = 10;
const RECOVERY_CODE_LENGTH = 10;
/** Letters and digits that cannot be mistaken for one another. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

type CodeTx = Pick<Tx, 'db' | 'clock' | 'secondFactorKeys'>;

/** Counts a wrong code or passkey as a try; only people who passed the first step get here, so strangers lock nobody out. */
export async function withFactorAttempt<T>(
  context: Context,
  userId: number,
  run: () => Promise<T>,
): Promise<T> {
  const key = `second-factor:${userId}`;
  const hits = await consumeRateLimits(context, [{ key, ...TRIES }]);
  try {
    const answer = await run();
    await hits.giveBack([key]);
    return answer;
  } catch (error) {
    const isWrong = error instanceof AppError && WRONG.includes(error.code);
    if (!isWrong) await hits.giveBack([key]);
    throw error;
  }
}

/** Accepts the code of this step or a neighboring one, each once, or an unused recovery code. */
export async function spendCode(tx: CodeTx, userId: number, code: string): Promise<'app' | 'recovery'> {
  if (!APP_CODE.test(code)) {
    // One statement spends the code, so that only one of two simultaneous logins succeeds with it.
    await tx.db
      .updateTable('recoveryCodes')
      .set({ usedAt: tx.clock.now() })
      .where('userId', '=', userId)
      .where('codeHash', 'in', hashRecoveryCode(tx.secondFactorKeys, userId, code))
      .where('usedAt', 'is', null)
      .returning('userId')
      .executeTakeFirstOrThrow(() => new AppError('code_invalid'));
    return 'recovery';
  }
  const app = await lockSecondFactor(tx.db, userId);
  if (!app) throw new AppError('code_invalid');
  const lastStep = checkAppCode(tx, { userId, ...app }, code);
  await tx.db.updateTable('secondFactors').set({ lastStep }).where('userId', '=', userId).execute();
  return 'app';
}

/** Returns the step of the code, so that neither it nor an earlier one works again. */
export function checkAppCode(
  { clock, secondFactorKeys }: CodeTx,
  { userId, encryptedSecret, lastStep }: { userId: number; encryptedSecret: Buffer; lastStep: number },
  token: string,
): number {
  if (!APP_CODE.test(token)) throw new AppError('code_invalid');
  const secret = decrypt(secondFactorKeys, encryptedSecret, secretOf(userId)).toString();
  const epoch = Math.floor(clock.now().getTime() / 1000);
  const checked = verifySync({ secret, token, epoch, epochTolerance: STEP_SECONDS });
  if (!checked.valid || !('timeStep' in checked) || checked.timeStep <= lastStep) {
    throw new AppError('code_invalid');
  }
  return checked.timeStep;
}

export const secretOf = (userId: number) => `second factor of user ${userId}`;

function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(
      { length: RECOVERY_CODE_LENGTH },
      () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
    ).join(''),
  );
}

/** The key keeps a stolen database from revealing codes, which are short enough to be guessed. */
function hashRecoveryCode(keys: KeyRing, userId: number, code: string): [Buffer, ...Buffer[]] {
  return hashWithKeys(keys, `recovery code of user ${userId}: ${code}`);
}

const showRecoveryCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;

/** The first factor ends the sessions that were opened without one, except this one, and brings recovery codes. */
export async function keepFirstFactor(tx: CodeTx, actor: Actor, user: UserRow): Promise<string[]> {
  if (user.secondFactorAt !== null) return [];
  const now = tx.clock.now();
  await setSecondFactorAt(tx.db, user.id, now);
  await tx.db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('userId', '=', actor.userId)
    .where('id', '<>', actor.sessionId)
    .where('endedAt', 'is', null)
    .execute();
  await auditUser(tx.db, user.id, { action: 'user.second-factor-on', userId: user.id });
  return renewCodes(tx, user.id);
}

export async function renewCodes({ db, secondFactorKeys }: CodeTx, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await db
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(secondFactorKeys, userId, code)[0] })))
    .execute();
  return codes.map(showRecoveryCode);
}

/** Call it after one was removed; the transaction then undoes the removal of the last one. */
export async function refuseLast(db: Tx['db'], userId: number): Promise<void> {
  if ((await listFactorKinds(db, userId)).length === 0) throw new AppError('last_second_factor');
}

/** Encrypts the secrets of authenticator apps with the newest key. Returns how many had an older one. */
export async function reencryptSecondFactors(context: Context): Promise<number> {
  let reencrypted = 0;
  const apps = await context.db.selectFrom('secondFactors').select('userId').orderBy('userId').execute();
  for (const { userId } of apps) {
    const isChanged = await inTransaction(context, async ({ db, secondFactorKeys }) => {
      const factor = await lockSecondFactor(db, userId);
      const about = secretOf(userId);
      if (!factor || isEncryptedByNewest(secondFactorKeys, factor.encryptedSecret, about)) return false;
      const secret = decrypt(secondFactorKeys, factor.encryptedSecret, about);
      const encryptedSecret = encrypt(secondFactorKeys, secret, about);
      await db.updateTable('secondFactors').set({ encryptedSecret }).where('userId', '=', userId).execute();
      return true;
    });
    if (isChanged) reencrypted += 1;
  }
  return reencrypted;
}

function lockSecondFactor(db: Db, userId: number) {
  return db
    .selectFrom('secondFactors')
    .select(['encryptedSecret', 'lastStep'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}
