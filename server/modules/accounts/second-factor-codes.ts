import { randomInt } from 'node:crypto';
import { verifySync } from 'otplib';
import type { Context, Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashWithKeys, type KeyRing } from '#server/platform/key-ring.ts';
import { takeHits } from '#server/platform/rate-limit.ts';
import { unseal } from '#server/platform/seal.ts';
import { lockSecondFactor, setLastStep, spendRecoveryCode } from './second-factor.queries.ts';

const STEP_SECONDS = 30;
const TRIES = { max: 5, minutes: 15 };
const WRONG: readonly string[] = ['code_invalid', 'passkey_invalid'];
const APP_CODE = /^\d{6}$/;
const RECOVERY_CODES = 10;
const RECOVERY_CODE_LENGTH = 10;
/** Letters and digits that cannot be mistaken for one another. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

export type CodeTx = Pick<Tx, 'db' | 'clock' | 'secondFactorKeys'>;

/** Counts a wrong code or passkey as a try; only people who passed the first step get here, so strangers lock nobody out. */
export async function withTry<T>(context: Context, userId: number, run: () => Promise<T>): Promise<T> {
  const key = `second-factor:${userId}`;
  const hits = await takeHits(context, [{ key, ...TRIES }]);
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
    const codeHashes = hashRecoveryCode(tx.secondFactorKeys, userId, code);
    if (await spendRecoveryCode(tx.db, { userId, codeHashes, now: tx.clock.now() })) return 'recovery';
    throw new AppError('code_invalid');
  }
  const app = await lockSecondFactor(tx.db, userId);
  if (!app) throw new AppError('code_invalid');
  await setLastStep(tx.db, userId, checkAppCode(tx, { userId, ...app }, code));
  return 'app';
}

/** Returns the step of the code, so that neither it nor an earlier one works again. */
export function checkAppCode(
  { clock, secondFactorKeys }: CodeTx,
  { userId, sealedSecret, lastStep }: { userId: number; sealedSecret: Buffer; lastStep: number },
  token: string,
): number {
  if (!APP_CODE.test(token)) throw new AppError('code_invalid');
  const secret = unseal(secondFactorKeys, sealedSecret, secretOf(userId)).toString();
  const epoch = Math.floor(clock.now().getTime() / 1000);
  const checked = verifySync({ secret, token, epoch, epochTolerance: STEP_SECONDS });
  if (!checked.valid || !('timeStep' in checked) || checked.timeStep <= lastStep) {
    throw new AppError('code_invalid');
  }
  return checked.timeStep;
}

export const secretOf = (userId: number) => `second factor of user ${userId}`;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(
      { length: RECOVERY_CODE_LENGTH },
      () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
    ).join(''),
  );
}

/** The key keeps a stolen database from revealing codes, which are short enough to be guessed. */
export function hashRecoveryCode(keys: KeyRing, userId: number, code: string): [Buffer, ...Buffer[]] {
  return hashWithKeys(keys, `recovery code of user ${userId}: ${code}`);
}

export const showRecoveryCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;
