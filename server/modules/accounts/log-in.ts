import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { subnetOf } from '#server/platform/http/network-of.ts';
import { verifyPassword } from '#server/platform/passwords.ts';
import { findUserByEmail } from './accounts.queries.ts';
import type { Visitor } from './sessions.ts';
import { type Challenged, type LoggedIn, startSessionOrChallenge } from './start-session-or-challenge.ts';

export async function logIn(
  tx: Pick<Tx, 'db' | 'clock' | 'jwt'>,
  visitor: Visitor,
  { email, password }: { email: string; password: string },
): Promise<LoggedIn | Challenged> {
  const account = await findUserByEmail(tx.db, email);
  const isRight = await verifyPassword(account?.passwordHash, password, subnetOf(visitor.ip));
  if (!account || !isRight) throw new AppError('login_failed');
  const { passwordHash: _, ...user } = account;
  return startSessionOrChallenge(tx, user, visitor);
}
