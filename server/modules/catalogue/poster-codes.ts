import { randomInt } from 'node:crypto';
import type { Db } from '#server/platform/database/database.ts';

/** Without letters and digits that are mistaken for each other or spell words. */
const LETTERS = '23456789CDFGHJKMNPQRTVWX';
const LENGTH = 6;

const newPosterCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Gives new events and albums the codes that stand on their posters. A code that is taken is replaced by another one. */
export async function givePosterCodes(
  db: Db,
  wanted: readonly ({ eventId: number } | { albumId: number })[],
): Promise<void> {
  for (let left = wanted; left.length > 0; ) {
    const rows = left.map((owner) => ({ code: newPosterCode(), ...owner }));
    const given = await db
      .insertInto('posterCodes')
      .values(rows)
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('code')
      .execute();
    const codes = new Set(given.map(({ code }) => code));
    left = left.filter((_, position) => !codes.has(rows[position]?.code ?? ''));
  }
}
