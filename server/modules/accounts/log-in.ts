import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { subnetOf } from '#server/platform/http/network-of.ts';
import { verifyPassword } from '#server/platform/passwords.ts';
import { listUsersOfAddress } from './accounts.queries.ts';
import { isAddressProven } from './address-proven.ts';
import type { Visitor } from './sessions.ts';
import { type Challenged, type LoggedIn, startSessionOrChallenge } from './start-session-or-challenge.ts';

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
  const hasOwner = accounts[0] !== undefined && isAddressProven(tx.config, accounts[0]);
  for (const account of hasOwner ? accounts : [undefined, ...accounts]) {
    const isRight = await verifyPassword(account?.passwordHash, password, subnetOf(visitor.ip));
    if (!account || !isRight) continue;
    const { passwordHash: _, ...user } = account;
    return startSessionOrChallenge(tx, user, visitor);
  }
  throw new AppError('login_failed');
}
