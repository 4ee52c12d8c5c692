import { type Context, inTransaction } from '#server/context.ts';
import { legalVersion } from '#server/modules/settings/legal-texts.ts';
import { AppError } from '#server/platform/errors.ts';
import { signupNetworkOf } from '#server/platform/http/network-of.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import { insertUser, lockAddress } from './accounts.queries.ts';
import { agree } from './agree.ts';
import { issueCode } from './email-codes.ts';
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

/** Opens its own transaction because hashing is slow and would hold one open. */
export async function register(
  context: Context,
  visitor: Visitor,
  { password, ...person }: Registration,
): Promise<LoggedIn> {
  const passwordHash = await hashPassword(password);
  return inTransaction(context, async (tx) => {
    await lockAddress(tx.db, person.email);
    const user = await insertUser(tx.db, {
      ...person,
      passwordHash,
      agreedToTermsAt: tx.clock.now(),
      signupNetwork: signupNetworkOf(visitor.ip),
    });
    if (!user) throw new AppError('email_taken');
    const agreed = await agree(tx, { userId: user.id }, await legalVersion(tx));
    if (tx.config.proofs.areRequired) {
      await issueCode(tx, { userId: user.id, purpose: 'proof', email: user.email });
    }
    return { jwt: await startSession(tx, user.id, visitor), user: agreed };
  });
}
