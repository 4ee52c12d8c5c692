import type { Context } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { deleteUnsent, listUnsent } from './attachments.queries.ts';

const KEEP_UNSENT_MINUTES = 24 * 60;

/** Deletes the row first, so that nobody can send a picture whose file is gone. */
export async function sweepAttachments({
  db,
  clock,
  storage,
}: Pick<Context, 'db' | 'clock' | 'storage'>): Promise<void> {
  const unsent = await listUnsent(db, minutesFrom(clock.now(), -KEEP_UNSENT_MINUTES));
  for (const { id, storageKey } of unsent) {
    if (await deleteUnsent(db, id)) await storage.delete(storageKey);
  }
}
