import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { legalVersion } from '#server/modules/settings/legal-texts.ts';
import { AppError } from '#server/platform/errors.ts';
import { subnetOf } from '#server/platform/http/network-of.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import { insertUser, lockAddress, type NewUser } from './accounts.queries.ts';
import { agree } from './agree.ts';
import { issueCode } from './email-codes.ts';
import { newPendingAddress } from './placeholder-address.ts';
import { startSession, type Visitor } from './sessions.ts';
import type { LoggedIn } from './start-session-or-challenge.ts';

export type Registration = {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  name: string;
  birthDate: string | null;
};

/**
 * Where addresses are verified, one that has an account is answered like any other: with an account of its own, which
 * opens nothing before its address is verified. Only the mailbox learns that there was an account before. It opens its own
 * transaction because hashing is slow and would hold one open.
 */
export async function register(
  context: Context,
  visitor: Visitor,
  { password, ...person }: Registration,
): Promise<LoggedIn> {
  const passwordHash = await hashPassword(password, subnetOf(visitor.ip));
  return inTransaction(context, async (tx) => {
    await lockAddress(tx.db, person.email);
    const account = {
      ...person,
      passwordHash,
      agreedToTermsAt: tx.clock.now(),
      signupNetwork: subnetOf(visitor.ip),
    };
    const user = (await insertUser(tx.db, account)) ?? (await insertDuplicate(tx, account));
    if (!user) throw new AppError('email_taken');
    const agreed = await agree(tx, { userId: user.id }, await legalVersion(tx));
    if (tx.config.proofs.areRequired) {
      await issueCode(tx, { userId: user.id, purpose: 'proof', email: user.email });
    }
    return { jwt: await startSession(tx, user.id, visitor), user: agreed };
  });
}

function insertDuplicate({ db, config }: Pick<Tx, 'db' | 'config'>, account: NewUser) {
  if (!config.proofs.areRequired) return undefined;
  return insertUser(db, { ...account, email: newPendingAddress(), claimedEmail: account.email });
}
