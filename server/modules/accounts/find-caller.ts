import { isStaff } from '#contract/rules/permissions.ts';
import type { Db } from '#server/platform/database.ts';
import { findOldestSession } from './sessions.queries.ts';

/** Tells whether an account is open to anybody now, and since when without a break. */
export async function findCaller(
  db: Db,
  userId: number,
  now: Date,
): Promise<{ isStaff: boolean; loggedInSince: Date } | null> {
  const session = await findOldestSession(db, userId, now);
  return session ? { isStaff: isStaff(session.role), loggedInSince: new Date(session.createdAt) } : null;
}
