import type { OpeningBudget } from '#contract/endpoints/user-administration.ts';
import type { Tx } from '#server/context.ts';
import { actFor, countReset, readOf } from '#server/modules/accounts/customer-access.ts';
import { findMailboxKey } from '#server/modules/accounts/mailboxes.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';
import { countOpenings } from './budgets.rules.ts';
import { findBudget, lockOpenings, saveBudget } from './openings.queries.ts';
import { readBudget, withoutBought } from './spend-opening.ts';

type BudgetTx = Pick<Tx, 'db' | 'clock' | 'log'> & { purchases: Purchases };
export type MoreOpenings = { morePrograms: number; moreAlbums: number; days: number };

export async function showBudget(tx: BudgetTx, actor: Actor, userId: number): Promise<OpeningBudget> {
  await readOf(tx, actor, { userId, part: 'opening budget' });
  const now = tx.clock.now();
  const { openings, quota, budget } = await readBudget(tx, userId);
  const { programs, albums } = countOpenings(await withoutBought(tx, openings), now);
  const isRaised = budget.until !== null && Date.parse(budget.until) > now.getTime();
  return {
    programs: { used: programs.size, limit: quota.limits.programs },
    albums: { used: albums.size, limit: quota.limits.albums },
    more_programs: isRaised ? budget.morePrograms : 0,
    more_albums: isRaised ? budget.moreAlbums : 0,
    until: isRaised ? toIsoOrNull(budget.until) : null,
  };
}

/** Replaces what was allowed before. An allowance of zero removes it. */
export async function allowMore(
  tx: BudgetTx,
  actor: Actor,
  { userId, morePrograms, moreAlbums, days }: MoreOpenings & { userId: number },
): Promise<OpeningBudget> {
  const isMore = morePrograms > 0 || moreAlbums > 0;
  const until = isMore ? minutesFrom(tx.clock.now(), days * 24 * 60) : null;
  if (isMore) await countReset(tx, actor, userId);
  await change(tx, actor, userId, 'budget.allow-more', { morePrograms, moreAlbums, until });
  return showBudget(tx, actor, userId);
}

/** Lets the count begin anew; the openings themselves stay on record for the harvest watch. */
export async function resetOpenings(tx: BudgetTx, actor: Actor, userId: number): Promise<OpeningBudget> {
  await countReset(tx, actor, userId);
  await change(tx, actor, userId, 'budget.reset', { countsFrom: tx.clock.now() });
  return showBudget(tx, actor, userId);
}

async function change(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  userId: number,
  action: string,
  fields: Parameters<typeof saveBudget>[2],
): Promise<void> {
  await actFor({ db }, actor, userId);
  await lockOpenings(db, await findMailboxKey(db, userId));
  const before = await findBudget(db, userId);
  await saveBudget(db, userId, fields);
  await recordAudit(db, {
    actorId: actor.userId,
    action,
    subject: `user:${userId}`,
    before,
    after: { ...before, ...fields },
  });
}
