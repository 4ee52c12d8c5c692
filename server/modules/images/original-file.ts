import type { Context } from '#server/context.ts';
import type { StoredReader } from '#server/platform/storage/storage.ts';
import type { CleanOriginal } from './album-originals.ts';
import { MissingOriginalError } from './clean-original.ts';
import { blankInPlace } from './without-location.ts';

/** Streams an original from a position on, with its location data blanked. */
export async function openOriginal(
  { storage }: Pick<Context, 'storage'>,
  { imageId, key, sizeBytes, blanks }: Pick<CleanOriginal, 'imageId' | 'key' | 'sizeBytes' | 'blanks'>,
  start: number,
): Promise<StoredReader> {
  const file = await storage.openReader(key, start);
  if (file?.sizeBytes !== sizeBytes) {
    await file?.close();
    throw new MissingOriginalError([imageId]);
  }
  let position = start;
  return {
    sizeBytes,
    async read(target) {
      await file.read(target);
      blankInPlace(target, position, blanks);
      position += target.length;
    },
    close: () => file.close(),
  };
}
