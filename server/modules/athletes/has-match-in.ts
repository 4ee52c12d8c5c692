import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import { isMatchingOn } from './face-matching.ts';
import { findAlbumsWithMatches } from './matches.queries.ts';

type World = Pick<Context, 'log'> & { db: Db };

/** In which of the albums one of the customer's athletes was found, and not rejected; in none while matching is off. */
export async function hasMatchIn(world: World, userId: number, albumIds: number[]): Promise<Set<number>> {
  if (!(await isMatchingOn(world))) return new Set();
  return new Set(await findAlbumsWithMatches(world.db, userId, albumIds));
}
