import type { Session } from '#contract/endpoints/accounts.ts';
import type { User } from '#contract/entities/user.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { UserRow } from './accounts.queries.ts';
import { isAddressProven } from './address-proven.ts';
import { termsDue } from './agree.ts';
import { needsSecondFactor } from './sessions.ts';
import { type Challenged, type LoggedIn, requireSession } from './start-session-or-challenge.ts';
import { type ReadPerson, toWireUser } from './user.wire.ts';

export type OfOthers = {
  readPerson: ReadPerson;
  /** Gives a person what was waiting for their address, once it is proven. */
  welcome: (user: { userId: number; email: string }) => Promise<void>;
};

export type SessionAnswers = ReturnType<typeof createSessionAnswers>;

/** How every call that logs somebody in, or shows them their account, answers. */
export function createSessionAnswers(context: Context, { readPerson, welcome }: OfOthers) {
  const answerUser = async ({ id }: Pick<UserRow, 'id'>): Promise<User> => {
    const person = await readPerson(context.db, id);
    if (!person) throw new AppError('not_found');
    const { user, holdings, newestTerms } = person;
    return toWireUser(user, {
      ...holdings,
      terms_due: termsDue(user, newestTerms),
      email_proven: isAddressProven(context.config, user),
      second_factor_needed: needsSecondFactor(context.config, user),
    });
  };
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
