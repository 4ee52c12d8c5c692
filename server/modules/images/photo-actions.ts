import type { Tx } from '#server/context.ts';
import {
  type ActionItem,
  ASPECTS,
  insertAction,
  insertItems,
  type NewPhotoAction,
} from './photo-actions.queries.ts';

export {
  type ActionItem,
  type ActionRow,
  deleteActionsBefore,
  findAction,
  listActions,
  listUndoableItems,
  lockAction,
  markUndone,
} from './photo-actions.queries.ts';

/**
 * Call it under the locks of the photos, before they change. Returns false if the key was used before; the caller then
 * changes nothing.
 */
export async function recordPhotoAction(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  action: Omit<NewPhotoAction, 'images' | 'createdAt'>,
  items: readonly ActionItem[],
): Promise<boolean> {
  const row = await insertAction(db, { ...action, images: items.length, createdAt: clock.now() });
  if (!row) return false;
  await insertItems(db, { actionId: row.id, aspect: ASPECTS[action.kind] }, items);
  return true;
}
