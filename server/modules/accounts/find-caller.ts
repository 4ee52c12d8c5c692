import { isStaff } from '#contract/rules/permissions.ts';
import type { Db } from '#server/platform/database.ts';
import { findOldestSession } from './sessions.queries.ts';

export type Caller = { isStaff: boolean; hasProvenAddress: boolean; loggedInSince: Date };

/** The clocks of two servers differ by less than this, so a session may seem to start after a token made in it. */
const CLOCK_SLACK_MS = 60_000;

/** Tokens end with the session they were made in; the next log-in does not make them valid again. */
export function wasLoggedIn({ loggedInSince }: Caller, at: Date): boolean {
  return loggedInSince.getTime() <= at.getTime() + CLOCK_SLACK_MS;
}

/** Tells whether the account has a session now, and since when it has had one without a break. */
export async function findCaller(db: Db, userId: number, now: Date): Promise<Caller | null> {
  const session = await findOldestSession(db, userId, now);
  if (!session) return null;
  return {
    isStaff: isStaff(session.role),
    hasProvenAddress: session.emailProvenAt !== null,
    loggedInSince: new Date(session.createdAt),
  };
}
