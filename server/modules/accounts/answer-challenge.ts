import type { Factor } from '#contract/endpoints/second-factor.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashSecret } from '#server/platform/secrets.ts';
import { countRecoveryCodes, findChallenge, spendChallenge } from './second-factor.queries.ts';
import { tellSecondFactor } from './second-factor-mail.ts';
import { startSession, type Visitor } from './sessions.ts';
import type { LoggedIn } from './start-session-or-challenge.ts';
import { withSecondFactor } from './verify-second-factor.ts';

export async function answerChallenge(
  context: Context,
  visitor: Visitor,
  { challenge, ...factor }: { challenge: string } & Factor,
): Promise<LoggedIn> {
  const ref = { tokenHash: hashSecret(challenge), now: context.clock.now() };
  const open = await findChallenge(context.db, ref);
  if (!open) throw new AppError('challenge_expired');
  const { userId } = open;
  return withSecondFactor(context, userId, factor, async (tx, { user, way }) => {
    if (!(await spendChallenge(tx.db, ref))) throw new AppError('challenge_expired');
    if (way === 'recovery') {
      const left = await countRecoveryCodes(tx.db, userId);
      await tellSecondFactor(tx, user, {
        title: 'A recovery code was used',
        line: `Someone, hopefully you, logged in with a recovery code. You have ${left} left.`,
      });
    }
    return { jwt: await startSession(tx, userId, visitor), user };
  });
}
