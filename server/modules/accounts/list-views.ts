// Each member of staff saves filters and orders of staff lists under their own names.
import { type ListView, MAX_LIST_VIEWS } from '#contract/endpoints/list-views.ts';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { lockPerson } from './erase-account.ts';

export async function saveView(
  { db }: Pick<Tx, 'db'>,
  { userId }: Actor,
  { list, name, search, is_default: isDefault }: Omit<ListView, 'id'>,
): Promise<ListView[]> {
  // Saving twice at once must neither exceed the limit nor leave two defaults.
  await lockPerson(db, userId);
  if (isDefault) {
    await db
      .updateTable('listViews')
      .set({ isDefault: false })
      .where('userId', '=', userId)
      .where('list', '=', list)
      .execute();
  }
  const kept = { search, isDefault };
  await db
    .insertInto('listViews')
    .values({ userId, list, name, ...kept })
    .onConflict((conflict) => conflict.columns(['userId', 'list', 'name']).doUpdateSet(kept))
    .execute();
  const views = await listViews(db, userId);
  if (views.length > MAX_LIST_VIEWS) {
    throw new AppError('too_many', {
      message: `You can save up to ${MAX_LIST_VIEWS} views. Delete one first.`,
    });
  }
  return views;
}

export async function deleteView(
  { db }: Pick<Tx, 'db'>,
  { userId }: Actor,
  viewId: number,
): Promise<ListView[]> {
  const { numDeletedRows } = await db
    .deleteFrom('listViews')
    .where('id', '=', viewId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('not_found');
  return listViews(db, userId);
}

export async function listViews(db: Db, userId: number): Promise<ListView[]> {
  const rows = await db
    .selectFrom('listViews')
    .select(['id', 'list', 'name', 'search', 'isDefault'])
    .where('userId', '=', userId)
    .orderBy('list')
    .orderBy('name')
    .limit(MAX_LIST_VIEWS + 1)
    .execute();
  return rows.map(({ isDefault, ...view }) => ({ ...view, is_default: isDefault }));
}
