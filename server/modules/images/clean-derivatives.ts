import type { Context } from '#server/context.ts';
import { BadImageError, decodePhoto, findOriginalFile, makeCleanDerivatives } from './derivatives.ts';
import { derivativeKey } from './image-keys.ts';
import { findReadyImages, folderOf, lockReadyImages } from './image-records.ts';
import type { Pixels } from './watermark.ts';

export type PlaceOfImage = { folderUuid: string; imageId: number };
export type CleanVariant = 'thumb' | 'preview';

const underway = new Map<string, Promise<boolean>>();

/**
 * Reads the picture without the watermark, for owners. A missing preview is made now. A missing thumb is not, because a
 * page asks for hundreds of thumbs; preparing the album makes them.
 */
export async function readClean(
  context: Pick<Context, 'db' | 'storage'>,
  place: PlaceOfImage,
  variant: CleanVariant,
): Promise<Buffer | undefined> {
  const key = derivativeKey(place.folderUuid, place.imageId, `clean-${variant}`);
  const found = await context.storage.read(key);
  if (found || variant === 'thumb') return found;
  return (await makeOnce(context, place)) ? context.storage.read(key) : undefined;
}

export async function ensureClean(
  context: Pick<Context, 'db' | 'storage'>,
  place: PlaceOfImage,
): Promise<void> {
  const key = derivativeKey(place.folderUuid, place.imageId, 'clean-preview');
  if (!(await context.storage.stat(key))) await makeOnce(context, place);
}

function makeOnce(context: Pick<Context, 'db' | 'storage'>, place: PlaceOfImage): Promise<boolean> {
  const name = `${place.folderUuid}/${place.imageId}`;
  const making = underway.get(name) ?? make(context, place).finally(() => underway.delete(name));
  underway.set(name, making);
  return making;
}

/** Returns false if the image does not belong into this folder, or if its original is gone or not a picture. */
async function make(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { folderUuid, imageId }: PlaceOfImage,
): Promise<boolean> {
  const [image] = await findReadyImages(db, [imageId]);
  if (!image || folderOf(image) !== folderUuid) return false;
  const pixels = await decodeStored({ storage }, image, image.rotation);
  if (!pixels) return false;
  const clean = await makeCleanDerivatives(pixels);
  // The lock keeps the image from being hidden, moved or turned, which would leave clean files behind.
  return db.transaction().execute(async (tx) => {
    const [current] = await lockReadyImages(tx, [imageId]);
    if (!current || folderOf(current) !== folderUuid || current.rotation !== image.rotation) return false;
    await storage.put(derivativeKey(folderUuid, imageId, 'clean-thumb'), clean.thumb);
    await storage.put(derivativeKey(folderUuid, imageId, 'clean-preview'), clean.preview);
    return true;
  });
}

/** Returns undefined if the original is not a picture or is gone. A file that is deleted while it is being read counts as gone. */
export async function decodeStored(
  context: Pick<Context, 'storage'>,
  photo: { eventId: number; contentHash: Buffer },
  rotation = 0,
): Promise<Pixels | undefined> {
  const original = await findOriginalFile(context, photo);
  if (!original) return undefined;
  try {
    return await decodePhoto(original, rotation);
  } catch (error) {
    if (error instanceof BadImageError || !(await findOriginalFile(context, photo))) return undefined;
    throw error;
  }
}
