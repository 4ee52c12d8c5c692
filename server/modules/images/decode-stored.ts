import type { Context } from '#server/context.ts';
import { BadImageError, decodePhoto } from './derivatives.ts';
import { originalKey } from './image-keys.ts';
import type { Pixels } from './watermark.ts';

type StoredPhoto = { eventId: number; contentHash: Buffer };

/** Returns undefined if the original is not a picture or is gone. A file that is deleted while it is being read counts as gone. */
export async function decodeStored(
  { storage }: Pick<Context, 'storage'>,
  { eventId, contentHash }: StoredPhoto,
  rotation = 0,
): Promise<Pixels | undefined> {
  const key = originalKey(eventId, contentHash);
  const original = (await storage.stat(key)) && (storage.localPath(key) ?? (await storage.read(key)));
  if (!original) return undefined;
  try {
    return await decodePhoto(original, rotation);
  } catch (error) {
    if (error instanceof BadImageError || !(await storage.stat(key))) return undefined;
    throw error;
  }
}
