import type { Context } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { listEntriesOff } from './ledger-lines.queries.ts';

const MOST_NAMED = 20;

/** Compares every ledger entry with its lines and their shares. Names only the first entries that differ. */
export async function findLinesOff(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  settlingMinutes: number,
): Promise<string[]> {
  const off = await listEntriesOff(db, minutesFrom(clock.now(), -settlingMinutes), MOST_NAMED);
  return off.map(
    ({ entryId, entryCents, lineCents, shareCents }) =>
      `entry ${entryId}: ${entryCents}, lines ${lineCents}, shares ${shareCents}`,
  );
}
