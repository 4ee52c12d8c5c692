import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { UserRow } from './accounts.queries.ts';
import {
  listFactorKinds,
  lockUser,
  replaceRecoveryCodes,
  setSecondFactorAt,
} from './second-factor.queries.ts';
import { type CodeTx, hashRecoveryCode, newRecoveryCodes, showRecoveryCode } from './second-factor-codes.ts';
import { markOtherSessionsEnded } from './sessions.queries.ts';

/** Factors of one account are used and changed one after the other. */
export async function lockFactorsOf(db: Tx['db'], userId: number): Promise<UserRow> {
  const user = await lockUser(db, userId);
  if (!user) throw new AppError('not_found');
  return user;
}

/** The first factor ends the sessions that were opened without one, except this one, and brings recovery codes. */
export async function keepFirstFactor(tx: CodeTx, actor: Actor, user: UserRow): Promise<string[]> {
  if (user.secondFactorAt !== null) return [];
  const now = tx.clock.now();
  await setSecondFactorAt(tx.db, user.id, now);
  await markOtherSessionsEnded(tx.db, actor, now);
  await recordAudit(tx.db, {
    actorId: user.id,
    action: 'user.second-factor-on',
    subject: `user:${user.id}`,
  });
  return renewCodes(tx, user.id);
}

export async function renewCodes({ db, secondFactorKeys }: CodeTx, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashRecoveryCode(secondFactorKeys, userId, code)[0]),
  );
  return codes.map(showRecoveryCode);
}

/** Call it after one was removed; the transaction then undoes the removal of the last one. */
export async function refuseLast(db: Tx['db'], userId: number): Promise<void> {
  if ((await listFactorKinds(db, userId)).length === 0) throw new AppError('last_second_factor');
}
