import type { Tx } from '#server/context.ts';
import { isMatchingOn } from './face-matching.ts';
import { findAlbumsWithMatches } from './matches.queries.ts';

/** Returns the albums that show one of the customer's athletes. */
export async function hasMatchIn(
  tx: Pick<Tx, 'db' | 'log'>,
  userId: number,
  albumIds: number[],
): Promise<Set<number>> {
  if (!(await isMatchingOn(tx))) return new Set();
  return new Set(await findAlbumsWithMatches(tx.db, userId, albumIds));
}
