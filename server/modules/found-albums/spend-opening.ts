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
  const mailboxKey = await findMailboxKey(tx.db, userId);
  await lockOpenings(tx.db, mailboxKey);
  const now = tx.clock.now();
  const opened = { albumId, program: programKey(programName) };
  const openings = await listOpenings(tx.db, mailboxKey, windowStart(now));
  // No quota is lower than that of newcomers, and most openings are far from it.
  if (refuseOpening(opened, openings, newcomerLimits(await getSettings(tx)), now)) {
    await requireQuota(tx, userId, opened);
  }
  await recordOpening(tx.db, { userId, ...opened, openedAt: now });
}

async function requireQuota(
  tx: BudgetTx,
  userId: number,
  opened: { albumId: number; program: string },
): Promise<void> {
  const { openings, quota } = await readBudget(tx, userId);
  const counted = await withoutBought(tx, openings);
  const refuse = (limits: OpeningLimits) => refuseOpening(opened, counted, limits, tx.clock.now());
  const refusal = refuse(quota.limits);
  if (!refusal) return;
  const refusedLater = refuse(quota.later?.limits ?? quota.limits);
  const isLifted = !refusedLater && (await isOfSavedTeam(tx.db, userId, opened.albumId));
  if (!isLifted) throw refusalError(refusal, quota, refusedLater);
}

const windowStart = (now: Date) => new Date(now.getTime() - PROGRAM_WINDOW_MS);

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
  const since = new Date(Math.max(windowStart(now).getTime(), countsFromMs));
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
