import { isStaff } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { findOldestSession } from './sessions.queries.ts';
import { needsSecondFactor } from './sessions.ts';

export type Caller = { isStaff: boolean; hasProvenAddress: boolean; loggedInSince: Date };

/** The clocks of two servers differ by less than this, so a session may seem to start after a token made in it. */
const CLOCK_SLACK_MS = 60_000;

/** Tokens end with the session they were made in; the next log-in does not make them valid again. */
export function wasLoggedIn({ loggedInSince }: Caller, at: Date): boolean {
  return loggedInSince.getTime() <= at.getTime() + CLOCK_SLACK_MS;
}

/**
 * Tells whether the account has a session now, and since when it has had one without a break. Staff who still have to set up
 * a second factor count as logged out.
 */
export async function findCaller(
  { db, config }: Pick<Tx, 'db' | 'config'>,
  userId: number,
  now: Date,
): Promise<Caller | null> {
  const session = await findOldestSession(db, userId, now);
  if (!session || needsSecondFactor(config, session)) return null;
  return {
    isStaff: isStaff(session.role),
    hasProvenAddress: session.emailProvenAt !== null,
    loggedInSince: new Date(session.createdAt),
  };
}
