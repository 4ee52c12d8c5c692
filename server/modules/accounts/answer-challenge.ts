import { type Context, inTransaction } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashSecret } from '#server/platform/secrets.ts';
import { findUserById } from './accounts.queries.ts';
import { countRecoveryCodes, findChallenge, spendChallenge } from './second-factor.queries.ts';
import { spendCode, withTry } from './second-factor-codes.ts';
import { tellSecondFactor } from './second-factor-mail.ts';
import { startSession, type Visitor } from './sessions.ts';
import type { LoggedIn } from './start-session-or-challenge.ts';

/** Opens its own transaction because a wrong code has to be counted although nothing else is kept. */
export async function answerChallenge(
  context: Context,
  visitor: Visitor,
  { challenge, code }: { challenge: string; code: string },
): Promise<LoggedIn> {
  const ref = { tokenHash: hashSecret(challenge), now: context.clock.now() };
  const open = await findChallenge(context.db, ref);
  if (!open) throw new AppError('challenge_expired');
  const { userId } = open;
  return withTry(context, userId, () =>
    inTransaction(context, async (tx) => {
      if (!(await spendChallenge(tx.db, ref))) throw new AppError('challenge_expired');
      const way = await spendCode(tx, userId, code);
      const user = await findUserById(tx.db, userId);
      if (!user) throw new AppError('challenge_expired');
      if (way === 'recovery') {
        const left = await countRecoveryCodes(tx.db, userId);
        await tellSecondFactor(tx, user, {
          title: 'A recovery code was used',
          line: `Someone, hopefully you, logged in with a recovery code. You have ${left} left.`,
        });
      }
      return { jwt: await startSession(tx, userId, visitor), user };
    }),
  );
}
