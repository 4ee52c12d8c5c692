import type { Factor } from '#contract/endpoints/second-factor.ts';
import type { Context, Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findUserByEmail, type UserRow } from './accounts.queries.ts';
import { isPasswordOf } from './check-password.ts';
import { actFor } from './customer-access.ts';
import { deleteSecondFactor, setSecondFactorAt } from './second-factor.queries.ts';
import { tellSecondFactor } from './second-factor-mail.ts';
import { markAllSessionsEnded } from './sessions.queries.ts';
import { needsSecondFactor } from './sessions.ts';
import { withSecondFactor } from './verify-second-factor.ts';

type OffTx = Pick<Tx, 'db' | 'clock' | 'queue' | 'config' | 'log'>;

export async function disableSecondFactor(
  context: Context,
  { userId }: Actor,
  { password, ...factor }: { password: string } & Factor,
): Promise<void> {
  if (!(await isPasswordOf(context, userId, password))) throw new AppError('password_wrong');
  await withSecondFactor(context, userId, factor, async (tx, { user }) => {
    if (user.secondFactorAt === null) throw new AppError('not_found');
    if (needsSecondFactor(tx.config, { ...user, secondFactorAt: null })) {
      throw new AppError('last_second_factor', { message: 'Staff need two-step login here.' });
    }
    await turnOff(tx, user);
    await recordAudit(tx.db, {
      actorId: userId,
      action: 'user.second-factor-off',
      subject: `user:${userId}`,
    });
  });
}

/** For a colleague who lost phone, passkeys and recovery codes; the colleague logs in again and sets it up anew. */
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
