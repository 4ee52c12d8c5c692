import { sql } from 'kysely';
import type { Session } from '#contract/endpoints/accounts.ts';
import type { Factor } from '#contract/endpoints/second-factor.ts';
import type { User } from '#contract/entities/user.ts';
import type { Context, Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { subnetOf } from '#server/platform/http/network-of.ts';
import { verifyPassword } from '#server/platform/security/passwords.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';
import { USER_COLUMNS, type UserRow } from './accounts.queries.ts';
import { termsDue } from './create-account.ts';
import { isAddressVerified } from './find-people.ts';
import { notifySecondFactor } from './mailed-factor-code.ts';
import { countRecoveryCodes, findChallenge } from './second-factor.queries.ts';
import { withSecondFactor } from './second-factor.ts';
import {
  type Challenged,
  type LoggedIn,
  needsSecondFactor,
  requireSession,
  startSession,
  startSessionOrChallenge,
  type Visitor,
} from './sessions.ts';
import { type ReadPerson, toWireUser } from './user.wire.ts';

/**
 * An address that nobody has verified may have several accounts, told apart by their passwords. Without an owner a decoy
 * is checked, so that the time does not reveal whether there is one.
 */
export async function logIn(
  tx: Pick<Tx, 'db' | 'clock' | 'jwt' | 'config'>,
  visitor: Visitor,
  { email, password }: { email: string; password: string },
): Promise<LoggedIn | Challenged> {
  const accounts = await listUsersOfAddress(tx.db, email);
  const hasOwner = accounts[0] !== undefined && isAddressVerified(tx.config, accounts[0]);
  for (const account of hasOwner ? accounts : [undefined, ...accounts]) {
    const isRight = await verifyPassword(account?.passwordHash, password, subnetOf(visitor.ip));
    if (!account || !isRight) continue;
    const { passwordHash, ...user } = account;
    return startSessionOrChallenge(tx, user, visitor, passwordHash);
  }
  throw new AppError('login_failed');
}

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
      await notifySecondFactor(tx, user, {
        title: 'A recovery code was used',
        line: `Someone, hopefully you, logged in with a recovery code. You have ${left} left.`,
      });
    }
    return { jwt: await startSession(tx, userId, visitor), user };
  });
}

export type OfOthers = {
  readPerson: ReadPerson;
  /** Delivers what was waiting for a person's address, once it is verified. */
  welcome: (user: { userId: number; email: string }) => Promise<void>;
};

export type SessionAnswers = ReturnType<typeof createSessionAnswers>;

/** The answer of every call that logs somebody in or shows them their account. */
export function createSessionAnswers(context: Context, { readPerson, welcome }: OfOthers) {
  const answerUser = async ({ id }: Pick<UserRow, 'id'>): Promise<User> => {
    const person = await readPerson(context.db, id);
    if (!person) throw new AppError('not_found');
    const { user, holdings, newestTerms } = person;
    return toWireUser(user, {
      ...holdings,
      terms_due: termsDue(user, newestTerms),
      email_verified: isAddressVerified(context.config, user),
      second_factor_needed: needsSecondFactor(context.config, user),
    });
  };
  const welcomeVerified = async (user: UserRow): Promise<void> => {
    if (isAddressVerified(context.config, user)) await welcome({ userId: user.id, email: user.email });
  };
  const answerSession = async (result: LoggedIn | Challenged): Promise<Session> => {
    const { jwt, user, isClaim } = requireSession(result);
    await welcomeVerified(user);
    return { jwt, user: await answerUser(user), ...(isClaim && { address_claimed: true }) };
  };
  const welcomed = async (user: UserRow): Promise<User> => {
    await welcomeVerified(user);
    return answerUser(user);
  };
  return { answerUser, answerSession, welcomeVerified, welcomed };
}

/** Returns the accounts that were registered with an address: the one that has verified it first, then the newest. */
export async function listUsersOfAddress(db: Db, email: string) {
  const users = await listByAddress(db, { email });
  const hasOwner = users[0]?.emailVerifiedAt != null;
  return users.slice(0, hasOwner ? MAX_PENDING + 1 : MAX_PENDING);
}

export const MAX_PENDING = 3;

const listByAddress = prepareStatement((db, { email }: { email: string }) =>
  db
    .selectFrom('users')
    .select([...USER_COLUMNS, 'passwordHash'])
    .where((eb) => eb.or([eb('users.email', '=', email), eb('claimedEmail', '=', email)]))
    .orderBy(sql`email_verified_at is null`)
    .orderBy('id', 'desc')
    .limit(MAX_PENDING + 1),
);

export async function spendChallenge(
  db: Db,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const spent = await db
    .updateTable('loginChallenges')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .returning('userId')
    .executeTakeFirst();
  return spent !== undefined;
}
