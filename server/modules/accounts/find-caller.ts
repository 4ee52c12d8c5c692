import { isStaff } from '#contract/rules/permissions.ts';
import type { Db } from '#server/platform/database.ts';
import { findOldestSession } from './sessions.queries.ts';

export type Caller = { isStaff: boolean; loggedInSince: Date };

/** Machines differ by less than this; a log-in may look younger than what it brought. */
const CLOCK_SLACK_MS = 60_000;

/** What a session brought ends with it, and does not come to life again with the next log-in. */
export function wasLoggedIn({ loggedInSince }: Caller, at: Date): boolean {
  return loggedInSince.getTime() <= at.getTime() + CLOCK_SLACK_MS;
}

/** Tells whether an account is open to anybody now, and since when without a break. */
export async function findCaller(db: Db, userId: number, now: Date): Promise<Caller | null> {
  const session = await findOldestSession(db, userId, now);
  return session ? { isStaff: isStaff(session.role), loggedInSince: new Date(session.createdAt) } : null;
}
