import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { verifyPassword } from '#server/platform/passwords.ts';
import { findUserByEmail, type UserRow } from './accounts.queries.ts';
import { startSession, type Visitor } from './sessions.ts';

export type LoggedIn = { jwt: string; user: UserRow };

export async function logIn(
  tx: Pick<Tx, 'db' | 'clock' | 'jwt'>,
  visitor: Visitor,
  { email, password }: { email: string; password: string },
): Promise<LoggedIn> {
  const account = await findUserByEmail(tx.db, email);
  const isRight = await verifyPassword(account?.passwordHash, password);
  if (!account || !isRight) throw new AppError('login_failed');
  const { passwordHash: _, ...user } = account;
  return { jwt: await startSession(tx, user.id, visitor), user };
}
