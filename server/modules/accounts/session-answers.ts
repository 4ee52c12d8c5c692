import type { Session } from '#contract/endpoints/accounts.ts';
import type { User } from '#contract/entities/user.ts';
import type { Context } from '#server/context.ts';
import type { UserRow } from './accounts.queries.ts';
import { findTermsDue } from './agree.ts';
import { isAddressProven, needsSecondFactor } from './sessions.ts';
import { type Challenged, type LoggedIn, requireSession } from './start-session-or-challenge.ts';
import { type HoldingsOf, toWireUser } from './user.wire.ts';

export type OfOthers = {
  holdingsOf: HoldingsOf;
  /** Gives a person what was waiting for their address, once it is proven. */
  welcome: (user: { userId: number; email: string }) => Promise<void>;
};

export type SessionAnswers = ReturnType<typeof createSessionAnswers>;

/** How every call that logs somebody in, or shows them their account, answers. */
export function createSessionAnswers(context: Context, { holdingsOf, welcome }: OfOthers) {
  const answerUser = async (user: UserRow): Promise<User> =>
    toWireUser(user, {
      ...(await holdingsOf(context.db, user.id)),
      terms_due: await findTermsDue(context, user),
      email_proven: isAddressProven(context.config, user),
      second_factor_needed: needsSecondFactor(context.config, user),
    });
  const welcomeProven = async (user: UserRow): Promise<void> => {
    if (isAddressProven(context.config, user)) await welcome({ userId: user.id, email: user.email });
  };
  const answerSession = async (result: LoggedIn | Challenged): Promise<Session> => {
    const { jwt, user, isClaim } = requireSession(result);
    await welcomeProven(user);
    return { jwt, user: await answerUser(user), ...(isClaim && { address_claimed: true }) };
  };
  const welcomed = async (user: UserRow): Promise<User> => {
    await welcomeProven(user);
    return answerUser(user);
  };
  return { answerUser, answerSession, welcomeProven, welcomed };
}
