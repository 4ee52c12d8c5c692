import type { Tx } from '#server/context.ts';
import { findMailboxKey } from '#server/modules/accounts/mailboxes.ts';
import { type Purchases, standingsOf } from '#server/modules/catalogue/album-standing.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  type Opening,
  type OpeningLimits,
  PROGRAM_WINDOW_MS,
  programKey,
  type Refusal,
  refuseOpening,
} from './budgets.rules.ts';
import {
  findBudget,
  isOfSavedTeam,
  listOpenings,
  lockOpenings,
  type OwnOpening,
  recordOpening,
} from './openings.queries.ts';
import { findQuota, newcomerLimits, type PreviewQuota } from './preview-quota.ts';

type BudgetTx = Pick<Tx, 'db' | 'clock' | 'log'> & { purchases: Purchases };

/** Counts an opened album, or refuses it if the person has opened too many programs or albums. */
export async function spendOpening(
  tx: BudgetTx,
  userId: number,
  { albumId, programName }: { albumId: number; programName: string },
): Promise<void> {
  await lockOpenings(tx.db, await findMailboxKey(tx.db, userId));
  const now = tx.clock.now();
  const program = programKey(programName);
  const { openings, quota } = await readBudget(tx, userId);
  const refuse = (counted: Opening[], limits: OpeningLimits) =>
    refuseOpening({ albumId, program }, counted, limits, now);
  // Most openings are far from the limit, so purchases are asked for only near it.
  if (refuse(openings, quota.limits)) {
    const counted = await withoutBought(tx, openings);
    const refusal = refuse(counted, quota.limits);
    const isLifted =
      refusal &&
      quota.later &&
      !refuse(counted, quota.later.limits) &&
      (await isOfSavedTeam(tx.db, userId, albumId));
    if (refusal && !isLifted)
      throw refusalError(refusal, quota, refuse(counted, quota.later?.limits ?? quota.limits));
  }
  await recordOpening(tx.db, { userId, albumId, program, openedAt: now });
}

/** Names the time at which the album can be opened: when something leaves the window, or the person is no longer new. */
function refusalError(
  { code, limit, freeAt }: Refusal,
  { later }: PreviewQuota,
  refusedLater: Refusal | undefined,
) {
  const isEarlier = later !== undefined && !refusedLater && later.from < freeAt;
  const free = isEarlier ? later.from : freeAt;
  return new AppError(code, { details: { limit, free_at: free.toISOString() } });
}

/** What the person opened since the last reset, and how much they may open. */
export async function readBudget(
  tx: BudgetTx,
  userId: number,
): Promise<{
  openings: OwnOpening[];
  quota: PreviewQuota;
  budget: Awaited<ReturnType<typeof findBudget>>;
}> {
  const now = tx.clock.now();
  const budget = await findBudget(tx.db, userId);
  const countsFromMs = budget.countsFrom === null ? 0 : Date.parse(budget.countsFrom);
  const since = new Date(Math.max(now.getTime() - PROGRAM_WINDOW_MS, countsFromMs));
  const mailboxKey = await findMailboxKey(tx.db, userId);
  const openings = await listOpenings(tx.db, mailboxKey, since);
  const { limits, later } = await findQuota(tx, mailboxKey);
  const isRaised = budget.until !== null && Date.parse(budget.until) > now.getTime();
  const raise = ({ programs, albums }: OpeningLimits): OpeningLimits => ({
    programs: programs + (isRaised ? budget.morePrograms : 0),
    albums: albums + (isRaised ? budget.moreAlbums : 0),
  });
  const quota = { limits: raise(limits), later: later && { ...later, limits: raise(later.limits) } };
  return { openings, quota, budget };
}

/** A customer who opened fewer albums than `room` since then may open any other: no limit is lower. */
export async function findRoom(tx: Pick<Tx, 'db' | 'clock' | 'log'>): Promise<{ since: Date; room: number }> {
  const { programs, albums } = newcomerLimits(await getSettings(tx));
  return {
    since: new Date(tx.clock.now().getTime() - PROGRAM_WINDOW_MS),
    room: Math.min(programs, albums),
  };
}

/** What was bought since it was opened leaves the count of the account that bought it. */
export async function withoutBought(
  { db, purchases }: Pick<BudgetTx, 'db' | 'purchases'>,
  openings: OwnOpening[],
): Promise<Opening[]> {
  const kept: Opening[] = [];
  for (const [userId, own] of Map.groupBy(openings, (opening) => opening.userId)) {
    const albumIds = own.map(({ albumId }) => albumId);
    const standingOf = await standingsOf(purchases, db, userId, albumIds);
    kept.push(...own.filter(({ albumId }) => !isBought(standingOf(albumId))));
  }
  return kept;
}

export function isBought({ owned, boughtImages }: { owned: boolean; boughtImages: number }): boolean {
  return owned || boughtImages > 0;
}
