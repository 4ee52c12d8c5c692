import type { TxContext } from '#server/context.ts';
import { prepareAlbumJob } from './prepare-album.ts';

/** However often it is asked for, one such job waits. */
export async function prepareSoon(
  { db, queue }: Pick<TxContext, 'db' | 'queue'>,
  albumId: number,
  { anew = false } = {},
): Promise<void> {
  const singletonKey = `album:${albumId}${anew ? ':anew' : ''}`;
  await queue.enqueue(db, prepareAlbumJob, { albumId, anew }, { singletonKey });
}
