import { randomInt } from 'node:crypto';
import type { Db } from '#server/platform/database/database.ts';

/** Without letters and digits that are mistaken for each other or spell words. */
const LETTERS = '23456789CDFGHJKMNPQRTVWX';
const LENGTH = 6;

const newPosterCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

type Owner = { eventId: number } | { albumId: number };

/**
 * Gives new events and albums the codes that stand on their posters. A code that is taken, also by another one of the same
 * call, is replaced by another one.
 */
export async function givePosterCodes(
  db: Db,
  wanted: readonly Owner[],
  newCode: () => string = newPosterCode,
): Promise<void> {
  for (let left = wanted; left.length > 0; ) {
    const given = await db
      .insertInto('posterCodes')
      .values(left.map((owner) => ({ code: newCode(), ...owner })))
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning(['eventId', 'albumId'])
      .execute();
    const events = new Set(given.map(({ eventId }) => eventId));
    const albums = new Set(given.map(({ albumId }) => albumId));
    left = left.filter((owner) =>
      'eventId' in owner ? !events.has(owner.eventId) : !albums.has(owner.albumId),
    );
  }
}
