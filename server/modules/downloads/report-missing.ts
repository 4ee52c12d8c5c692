import type { Context } from '#server/context.ts';
import { prepareSoon } from '#server/modules/catalogue/prepare-soon.ts';
import type { MissingOriginalError } from '#server/modules/images/clean-original.ts';

/** The job looks for the file once more, and as a failed one tells staff. */
export async function reportMissing(
  context: Context,
  albumId: number,
  error: MissingOriginalError,
): Promise<void> {
  context.log.error({ err: error, albumId }, 'an album cannot be downloaded');
  await prepareSoon(context, albumId);
}
