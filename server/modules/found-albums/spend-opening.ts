import type { Tx } from '#server/context.ts';
import { type Purchases, standingsOf } from '#server/modules/catalogue/album-standing.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  type Opening,
  type OpeningLimits,
  PROGRAM_WINDOW_MS,
  programKey,
  refuseOpening,
} from './budgets.rules.ts';
import { findBudget, listOpenings, lockOpenings, recordOpening } from './openings.queries.ts';

type BudgetTx = Pick<Tx, 'db' | 'clock' | 'log'> & { purchases: Purchases };

/** Counts an opened album, or refuses it if the customer has opened too many programs or albums. */
export async function spendOpening(
  tx: BudgetTx,
  userId: number,
  { albumId, programName }: { albumId: number; programName: string },
): Promise<void> {
  await lockOpenings(tx.db, userId);
  const now = tx.clock.now();
  const program = programKey(programName);
  const { openings, limits } = await readBudget(tx, userId);
  const refuse = (counted: Opening[]) => refuseOpening({ albumId, program }, counted, limits, now);
  // Most openings are far from the limit, so purchases are asked for only near it.
  const refusal = refuse(openings) && refuse(await withoutBought(tx, userId, openings));
  if (refusal) {
    const { code, limit, freeAt } = refusal;
    throw new AppError(code, { details: { limit, free_at: freeAt.toISOString() } });
  }
  await recordOpening(tx.db, { userId, albumId, program, openedAt: now });
}

/** What the customer opened since the last reset, and how much they may open. */
export async function readBudget(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
  userId: number,
): Promise<{ openings: Opening[]; limits: OpeningLimits; budget: Awaited<ReturnType<typeof findBudget>> }> {
  const now = tx.clock.now();
  const budget = await findBudget(tx.db, userId);
  const countsFromMs = budget.countsFrom === null ? 0 : Date.parse(budget.countsFrom);
  const since = new Date(Math.max(now.getTime() - PROGRAM_WINDOW_MS, countsFromMs));
  const openings = await listOpenings(tx.db, userId, since);
  const settings = await getSettings(tx);
  const isRaised = budget.until !== null && Date.parse(budget.until) > now.getTime();
  const limits = {
    programs: settings.open_programs_limit + (isRaised ? budget.morePrograms : 0),
    albums: settings.open_albums_limit + (isRaised ? budget.moreAlbums : 0),
  };
  return { openings, limits, budget };
}

/** A customer who opened fewer albums than `room` since then may open any other: no limit is lower. */
export async function findRoom(tx: Pick<Tx, 'db' | 'clock' | 'log'>): Promise<{ since: Date; room: number }> {
  const settings = await getSettings(tx);
  return {
    since: new Date(tx.clock.now().getTime() - PROGRAM_WINDOW_MS),
    room: Math.min(settings.open_programs_limit, settings.open_albums_limit),
  };
}

export async function withoutBought(
  { db, purchases }: Pick<BudgetTx, 'db' | 'purchases'>,
  userId: number,
  openings: Opening[],
): Promise<Opening[]> {
  const albumIds = openings.map(({ albumId }) => albumId);
  const standingOf = await standingsOf(purchases, db, userId, albumIds);
  return openings.filter(({ albumId }) => !isBought(standingOf(albumId)));
}

export function isBought({ owned, boughtImages }: { owned: boolean; boughtImages: number }): boolean {
  return owned || boughtImages > 0;
}
