import type { Tx } from '#server/context.ts';
import { verifyPassword } from '#server/platform/passwords.ts';
import { findPasswordHash } from './accounts.queries.ts';

/** Returns false if the password is wrong or the account has none. */
export async function isPasswordOf(
  { db }: Pick<Tx, 'db'>,
  userId: number,
  password: string,
  /** The network of the caller. */
  from = `account:${userId}`,
): Promise<boolean> {
  const account = await findPasswordHash(db, userId);
  return verifyPassword(account?.passwordHash, password, from);
}
