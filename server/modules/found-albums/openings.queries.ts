import { type Expression, sql } from 'kysely';
import { accountsOfMailbox } from '#server/modules/accounts/mailboxes.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import type { Db } from '#server/platform/database.ts';
import { lockName } from '#server/platform/lock-name.ts';
import { prepareStatement } from '#server/platform/prepared-statements.ts';
import type { Opening } from './budgets.rules.ts';
import { isNamedTeam } from './team-subscriptions.queries.ts';

export type OwnOpening = Opening & { userId: number };

/** Makes concurrent openings of one person wait for each other, so that no two take the same last place. */
export async function lockOpenings(db: Db, mailboxKey: string): Promise<void> {
  await lockName(db, `openings:${mailboxKey}`);
}

/** What all accounts of a mailbox opened. */
export function listOpenings(db: Db, mailboxKey: string, since: Date): Promise<OwnOpening[]> {
  return listSince(db, { mailboxKey, since: since.toISOString() });
}

const listSince = prepareStatement((db, { mailboxKey, since }: { mailboxKey: string; since: string }) =>
  db
    .selectFrom('openedAlbums as opened')
    .select(['opened.userId', 'opened.albumId', 'opened.program', 'opened.openedAt'])
    .where('opened.userId', 'in', accountsOfMailbox(db, mailboxKey))
    .where('opened.openedAt', '>', since),
);

export async function hasBuyerAmong(
  db: Db,
  purchases: Purchases,
  accounts: Expression<{ id: number }>,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (
    select from ${purchases.boughtItems(db)} bought where bought.user_id in (${accounts})) as has`.execute(
    db,
  );
  return rows[0]?.has ?? false;
}

export async function isOfSavedTeam(db: Db, userId: number, albumId: number): Promise<boolean> {
  const followed = await db
    .selectFrom('teamSubscriptions as saved')
    .innerJoin(albumsToJoin(db).as('album'), (join) => join.on(isNamedTeam))
    .select('saved.id')
    .where('saved.userId', '=', userId)
    .where('album.id', '=', albumId)
    .executeTakeFirst();
  return followed !== undefined;
}

export async function recordOpening(
  db: Db,
  opening: { userId: number; albumId: number; program: string; openedAt: Date },
): Promise<void> {
  const { program, openedAt } = opening;
  await db
    .insertInto('openedAlbums')
    .values(opening)
    .onConflict((conflict) => conflict.columns(['userId', 'albumId']).doUpdateSet({ program, openedAt }))
    .execute();
}

export async function deleteOpenings(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('openedAlbums').where('openedAt', '<', before.toISOString()).execute();
}

const NO_BUDGET = { morePrograms: 0, moreAlbums: 0, until: null, countsFrom: null };

export async function findBudget(db: Db, userId: number) {
  const budget = await db
    .selectFrom('openingBudgets')
    .select(['morePrograms', 'moreAlbums', 'until', 'countsFrom'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return budget ?? NO_BUDGET;
}

type BudgetFields = { morePrograms?: number; moreAlbums?: number; until?: Date | null; countsFrom?: Date };

export async function saveBudget(db: Db, userId: number, fields: BudgetFields): Promise<void> {
  await db
    .insertInto('openingBudgets')
    .values({ userId, ...fields })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(fields))
    .execute();
}
