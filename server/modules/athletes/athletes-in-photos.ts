import type { Tx } from '#server/context.ts';
import { isMatchingOn } from './face-matching.ts';
import { findAthletesInImages } from './matches.queries.ts';

type Athlete = { id: number; name: string };

/** Lists the customer's athletes that surely are in each photo. */
export async function athletesInPhotos(
  tx: Pick<Tx, 'db' | 'log'>,
  userId: number,
  imageIds: number[],
): Promise<Map<number, Athlete[]>> {
  if (imageIds.length === 0 || !(await isMatchingOn(tx))) return new Map();
  const rows = await findAthletesInImages(tx.db, userId, imageIds);
  const found = new Map<number, Athlete[]>();
  for (const { imageId, id, name } of rows) found.set(imageId, [...(found.get(imageId) ?? []), { id, name }]);
  return found;
}
