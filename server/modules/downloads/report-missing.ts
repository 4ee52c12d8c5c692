import type { Context } from '#server/context.ts';
import { prepareSoon } from '#server/modules/catalogue/prepare-soon.ts';
import type { MissingOriginalError } from '#server/modules/images/clean-original.ts';

/** Enqueues a job that checks the files again. If it fails, staff see it. */
export async function reportMissing(
  context: Pick<Context, 'db' | 'queue' | 'log'>,
  albumId: number,
  error: MissingOriginalError,
): Promise<void> {
  context.log.error({ err: error, albumId }, 'an album cannot be downloaded');
  await prepareSoon(context, albumId);
}
