import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findUserByEmail, findUserById, type UserRow } from './accounts.queries.ts';
import { isPasswordOf } from './check-password.ts';
import { actFor } from './customer-access.ts';
import { deleteSecondFactor, setSecondFactorAt } from './second-factor.queries.ts';
import { spendCode, withTry } from './second-factor-codes.ts';
import { tellSecondFactor } from './second-factor-mail.ts';
import { markAllSessionsEnded } from './sessions.queries.ts';

type OffTx = Pick<Tx, 'db' | 'clock' | 'queue' | 'config' | 'log'>;

export async function disableSecondFactor(
  context: Context,
  { userId }: Actor,
  { password, code }: { password: string; code: string },
): Promise<void> {
  if (!(await isPasswordOf(context, userId, password))) throw new AppError('password_wrong');
  await withTry(context, userId, () =>
    inTransaction(context, async (tx) => {
      const user = await findUserById(tx.db, userId);
      if (!user?.secondFactorAt) throw new AppError('not_found');
      await spendCode(tx, userId, code);
      await turnOff(tx, user);
      await recordAudit(tx.db, {
        actorId: userId,
        action: 'user.second-factor-off',
        subject: `user:${userId}`,
      });
    }),
  );
}

/** For a colleague who lost phone and recovery codes; the colleague logs in again and sets it up anew. */
export async function resetSecondFactor(tx: OffTx, actor: Actor, userId: number): Promise<void> {
  const user = await actFor(tx, actor, userId);
  if (user.secondFactorAt === null) throw new AppError('not_found');
  await reset(tx, user, actor.userId);
}

/** For the operator's command line; returns false if the address has no second factor. */
export async function resetSecondFactorOf(tx: OffTx, email: string): Promise<boolean> {
  const user = await findUserByEmail(tx.db, email);
  if (!user?.secondFactorAt) return false;
  await reset(tx, user, null);
  return true;
}

async function reset(tx: OffTx, user: UserRow, actorId: number | null): Promise<void> {
  await turnOff(tx, user);
  await markAllSessionsEnded(tx.db, user.id, tx.clock.now());
  await recordAudit(tx.db, { actorId, action: 'user.second-factor-reset', subject: `user:${user.id}` });
}

async function turnOff(tx: OffTx, user: UserRow): Promise<void> {
  await setSecondFactorAt(tx.db, user.id, null);
  await deleteSecondFactor(tx.db, user.id);
  await tellSecondFactor(tx, user, {
    title: 'Two-step login was turned off',
    line: 'From now on, logging in takes only your password.',
  });
}
