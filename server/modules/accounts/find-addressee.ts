import type { Db } from '#server/platform/database.ts';
import { findUserById } from './accounts.queries.ts';

export async function findAddressee(db: Db, userId: number) {
  const user = await findUserById(db, userId);
  return user && { email: user.email, firstName: user.firstName, name: user.name };
}
