import type { Db } from '#server/platform/database.ts';
import { lockName } from '#server/platform/lock-name.ts';
import type { Opening } from './budgets.rules.ts';

/** Makes concurrent openings of one customer wait for each other, so that no two take the same last place. */
export async function lockOpenings(db: Db, userId: number): Promise<void> {
  await lockName(db, `openings:${userId}`);
}

/** Leaves out albums that the customer was invited to meanwhile. */
export function listOpenings(db: Db, userId: number, since: Date): Promise<Opening[]> {
  return db
    .selectFrom('openedAlbums as opened')
    .select(['opened.albumId', 'opened.program', 'opened.openedAt'])
    .where('opened.userId', '=', userId)
    .where('opened.openedAt', '>', since.toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('userFoundAlbums as found')
            .select('found.id')
            .whereRef('found.userId', '=', 'opened.userId')
            .whereRef('found.albumId', '=', 'opened.albumId')
            .where('found.vouched', '=', true),
        ),
      ),
    )
    .execute();
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
