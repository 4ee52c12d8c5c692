import type { BodyOf } from '#contract/endpoint.ts';
import type { AlbumBatch, albumBatchEndpoints } from '#contract/endpoints/album-batches.ts';
import { MAX_SELECTED_ALBUMS } from '#contract/lists/albums.ts';
import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import {
  addAlbums,
  addFilteredAlbums,
  findBatch,
  insertBatch,
  listUnpublished,
} from './album-batches.queries.ts';
import { albumBatchRequested, carryOutAtOnce } from './carry-out-batch.ts';
import { getAlbumBatch } from './get-album-batch.ts';
import { requireEnoughPhotos } from './require-enough-photos.ts';

type Change = BodyOf<typeof albumBatchEndpoints.changeAlbums>;

/**
 * Fixes the set of albums now, changes a few at once and many in a job. A second call with the same key returns the
 * progress of the first.
 */
export async function changeAlbums(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'log'>,
  actor: Actor,
  change: Change,
): Promise<AlbumBatch> {
  const { db, clock } = tx;
  const { key, action } = change;
  const isNew = await insertBatch(db, { key, actorId: actor.userId, action, createdAt: clock.now() });
  if (!isNew) {
    const first = await findBatch(db, key);
    if (first?.actorId !== actor.userId || first.action !== action) throw new AppError('conflict');
    return getAlbumBatch(db, key);
  }
  const albums = await addChosen(tx, change);
  const isPublishing = action === 'publish' || action === 'publish_quietly';
  if (isPublishing && !change.few_photos_ok) await requireEnoughPhotos(tx, await listUnpublished(db, key));
  await carryOutOrEnqueue(tx, key, albums);
  return getAlbumBatch(db, key);
}

async function addChosen(
  { db }: Pick<Tx, 'db'>,
  { key, ids, filter, except, expected }: Change,
): Promise<number> {
  if (ids) {
    await addAlbums(db, key, ids);
    return ids.length;
  }
  const total = await addFilteredAlbums(db, key, filter ?? {}, except ?? []);
  if (total !== expected) throw new AppError('conflict', { details: { total } });
  return total;
}

export async function carryOutOrEnqueue(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  key: string,
  albums: number,
): Promise<void> {
  if (albums <= MAX_SELECTED_ALBUMS) await carryOutAtOnce(tx, key);
  else await tx.queue.enqueue(tx.db, albumBatchRequested, { key }, { singletonKey: key });
}
