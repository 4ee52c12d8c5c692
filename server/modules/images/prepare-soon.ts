import type { Tx } from '#server/context.ts';
import { prepareAlbumJob } from './prepare-album.ts';

const keyOf = (albumId: number, anew: boolean) => `album:${albumId}${anew ? ':anew' : ''}`;

/** By which such jobs of an album are found. */
export const prepareKeys = (albumId: number) => [keyOf(albumId, false), keyOf(albumId, true)];

/** However often it is asked for, one such job waits. */
export async function prepareSoon(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  albumId: number,
  { anew = false } = {},
): Promise<void> {
  await queue.enqueue(db, prepareAlbumJob, { albumId, anew }, { singletonKey: keyOf(albumId, anew) });
}
