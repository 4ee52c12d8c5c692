import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { lockName } from '#server/platform/lock-name.ts';
import { deleteTurnsBefore, listTurnsSince, saveTurns } from './search-turns.queries.ts';
import { dayOf, nextDayAfter, planTurns } from './search-turns.rules.ts';

type TurnTx = Pick<Tx, 'db' | 'clock' | 'log'>;

/**
 * Grants as many of the albums, in their order, as the customer's limit of a day allows, and returns the turn of each
 * granted one. The lock makes the count exact when several searches start at the same time.
 */
export async function grantTurns(
  tx: TurnTx,
  userId: number,
  albumIds: number[],
): Promise<ReadonlyMap<number, number>> {
  if (albumIds.length === 0) return new Map();
  const { db, clock } = tx;
  await lockName(db, `face-search-turns:${userId}`);
  const now = clock.now();
  const { face_search_albums_per_day: limit } = await getSettings(tx);
  const known = await listTurnsSince(db, userId, dayOf(now));
  const plan = planTurns({ albumIds, known, limit, now });
  await saveTurns(db, userId, plan.fresh, now);
  return plan.turns;
}

export type Today = {
  /** Albums that may be searched today. */
  granted: ReadonlySet<number>;
  left: number;
  resumesAt: Date;
};

export async function showToday(tx: TurnTx, userId: number): Promise<Today> {
  const now = tx.clock.now();
  const { face_search_albums_per_day: limit } = await getSettings(tx);
  const granted = new Set((await listTurnsSince(tx.db, userId, dayOf(now))).map(({ albumId }) => albumId));
  return { granted, left: Math.max(0, limit - granted.size), resumesAt: nextDayAfter(now) };
}

const KEPT_DAYS = 2;

/** Deletes the turns of earlier days, which are not counted and would only reveal what people searched. */
export async function forgetOldTurns({ db, clock }: Pick<Tx, 'db' | 'clock'>): Promise<void> {
  const before = dayOf(clock.now());
  before.setUTCDate(before.getUTCDate() - KEPT_DAYS);
  await deleteTurnsBefore(db, before);
}
