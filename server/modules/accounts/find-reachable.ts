import type { Db } from '#server/platform/database.ts';
import { findReachableUsers } from './accounts.queries.ts';

export type Reachable = { userId: number; email: string; firstName: string; verifiedPhone: string | null };

export async function findReachable(db: Db, userIds: number[]): Promise<Reachable[]> {
  const users = userIds.length > 0 ? await findReachableUsers(db, userIds) : [];
  return users.map(({ id, email, firstName, phoneNumber, phoneVerifiedAt }) => ({
    userId: id,
    email,
    firstName,
    verifiedPhone: phoneVerifiedAt === null ? null : phoneNumber,
  }));
}
