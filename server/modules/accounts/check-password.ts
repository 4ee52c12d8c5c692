import type { Tx } from '#server/context.ts';
import { verifyPassword } from '#server/platform/passwords.ts';
import { findPasswordHash } from './accounts.queries.ts';

/** False for an account without a password, too. */
export async function isPasswordOf(
  { db }: Pick<Tx, 'db'>,
  userId: number,
  password: string,
): Promise<boolean> {
  const account = await findPasswordHash(db, userId);
  return verifyPassword(account?.passwordHash, password);
}
