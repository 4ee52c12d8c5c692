import { MAX_RECENT_ACTIONS, type PhotoAction } from '#contract/endpoints/culling.ts';
import type { Context, Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { type ActionRow, deleteActionsBefore, listActions } from '#server/modules/images/photo-actions.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { toWireAction } from './culling.wire.ts';

const MINUTES_PER_DAY = 24 * 60;

async function undoableSince(tx: Pick<Tx, 'db' | 'clock' | 'log'>): Promise<Date> {
  const { photo_undo_days: days } = await getSettings(tx);
  return minutesFrom(tx.clock.now(), -days * MINUTES_PER_DAY);
}

export async function canStillUndo(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
  action: ActionRow,
): Promise<boolean> {
  return new Date(action.createdAt) >= (await undoableSince(tx));
}

export async function listPhotoActions(context: Context, albumId: number): Promise<PhotoAction[]> {
  if (!(await findAlbumFacts(context.db, albumId))) throw new AppError('not_found');
  const since = await undoableSince(context);
  return show(context, await listActions(context.db, albumId, { since, limit: MAX_RECENT_ACTIONS }));
}

export async function showAction(context: Context, row: ActionRow): Promise<PhotoAction> {
  const [action] = await show(context, [row]);
  if (!action) throw new AppError('not_found');
  return action;
}

async function show(context: Context, rows: ActionRow[]): Promise<PhotoAction[]> {
  const since = await undoableSince(context);
  const people = await listPeople(
    context.db,
    rows.map(({ actorId }) => actorId),
  );
  return rows.map((row) => toWireAction(row, { since, actor: people.get(row.actorId ?? 0)?.name ?? null }));
}

/** Deletes actions that can no longer be undone. The history of the album keeps what happened. */
export async function forgetOldActions(context: Context): Promise<void> {
  await deleteActionsBefore(context.db, await undoableSince(context));
}
