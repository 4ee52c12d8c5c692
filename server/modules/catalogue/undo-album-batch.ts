import { randomUUID } from 'node:crypto';
import type { AlbumBatch } from '#contract/endpoints/album-batches.ts';
import type { Tx } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { addChangedAlbums, findUndoOf, insertBatch, lockBatch } from './album-batches.queries.ts';
import { carryOutOrEnqueue } from './change-albums.ts';
import { getAlbumBatch } from './get-album-batch.ts';
import { UNDO_MINUTES } from './publish-album.ts';

const CAN_BE_UNDONE = ['publish', 'publish_quietly', 'unpublish'];

/** Undoes only the albums that the batch changed and nobody has changed since. */
export async function undoAlbumBatch(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  actor: Actor,
  undoneKey: string,
): Promise<AlbumBatch> {
  const { db, clock } = tx;
  const undone = await lockBatch(db, undoneKey);
  if (!undone) throw new AppError('not_found');
  const earlier = await findUndoOf(db, undoneKey);
  if (earlier) return getAlbumBatch(db, earlier.key);
  if (undone.finishedAt === null) throw new AppError('conflict');
  const isTooLate = new Date(undone.finishedAt) < minutesFrom(clock.now(), -UNDO_MINUTES);
  if (isTooLate || !CAN_BE_UNDONE.includes(undone.action)) throw new AppError('too_late_to_undo');
  const key = randomUUID();
  const batch = { key, actorId: actor.userId, action: 'undo', undoes: undoneKey } as const;
  await insertBatch(db, { ...batch, createdAt: clock.now() });
  await carryOutOrEnqueue(tx, key, await addChangedAlbums(db, key, undoneKey));
  return getAlbumBatch(db, key);
}
