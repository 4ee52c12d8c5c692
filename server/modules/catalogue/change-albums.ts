import type { BodyOf } from '#contract/endpoint.ts';
import {
  type AlbumBatch,
  type albumBatchEndpoints,
  MAX_CHOSEN_ALBUMS,
} from '#contract/endpoints/album-batches.ts';
import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { addAlbums, addFilteredAlbums, findBatch, insertBatch } from './album-batches.queries.ts';
import { albumBatchAsked, carryOutAtOnce } from './carry-out-batch.ts';
import { getAlbumBatch } from './get-album-batch.ts';

type World = Pick<Tx, 'db' | 'clock' | 'queue'>;
type Change = BodyOf<typeof albumBatchEndpoints.changeAlbums>;

/**
 * The same done to many albums. Which they are is settled here and now; few are changed at once, many by a job.
 * Asked again with the same key, it answers how far the first is.
 */
export async function changeAlbums(world: World, actor: Actor, change: Change): Promise<AlbumBatch> {
  const { db, clock } = world;
  const { key, action } = change;
  const isNew = await insertBatch(db, { key, actorId: actor.userId, action, createdAt: clock.now() });
  if (!isNew) {
    const first = await findBatch(db, key);
    if (first?.actorId !== actor.userId || first.action !== action) throw new AppError('conflict');
    return getAlbumBatch(db, key);
  }
  await carryOutOrEnqueue(world, key, await addChosen(world, change));
  return getAlbumBatch(db, key);
}

async function addChosen({ db }: World, { key, ids, filter, except, expected }: Change): Promise<number> {
  if (ids) {
    await addAlbums(db, key, ids);
    return ids.length;
  }
  const chosen = { eventId: filter?.event, text: filter?.q, state: filter?.state };
  const total = await addFilteredAlbums(db, key, chosen, except ?? []);
  if (total !== expected) throw new AppError('conflict', { details: { total } });
  return total;
}

export async function carryOutOrEnqueue(world: World, key: string, albums: number): Promise<void> {
  if (albums <= MAX_CHOSEN_ALBUMS) await carryOutAtOnce(world, key);
  else await world.queue.enqueue(world.db, albumBatchAsked, { key }, { singletonKey: key });
}
