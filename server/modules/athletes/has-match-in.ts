import type { Db } from '#server/platform/database.ts';
import { findAlbumsWithMatches } from './matches.queries.ts';

/** In which of the albums one of the customer's athletes was found, and not rejected. */
export async function hasMatchIn(db: Db, userId: number, albumIds: number[]): Promise<Set<number>> {
  return new Set(await findAlbumsWithMatches(db, userId, albumIds));
}
