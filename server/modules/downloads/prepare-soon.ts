import type { Context, TxContext } from '#server/context.ts';
import type { MissingOriginalError } from '#server/modules/images/clean-original.ts';
import { prepareAlbumJob } from '#server/modules/images/prepare-album.ts';

/** However often it is asked for, one such job waits. */
export async function prepareSoon(
  { db, queue }: Pick<TxContext, 'db' | 'queue'>,
  albumId: number,
  { anew = false } = {},
): Promise<void> {
  const singletonKey = `album:${albumId}${anew ? ':anew' : ''}`;
  await queue.enqueue(db, prepareAlbumJob, { albumId, anew }, { singletonKey });
}

/** The job looks for the file once more, and as a failed one tells staff. */
export async function reportMissing(
  context: Context,
  albumId: number,
  error: MissingOriginalError,
): Promise<void> {
  context.log.error({ err: error, albumId }, 'an album cannot be downloaded');
  await prepareSoon(context, albumId);
}
