import type { Context } from '#server/context.ts';
import { BadImageError, decodePhoto, makeCleanDerivatives } from './derivatives.ts';
import { derivativeKey, originalKey } from './image-keys.ts';
import { folderOf, lockReadyImages } from './image-records.ts';
import { findOriginal } from './images.queries.ts';

type World = Pick<Context, 'db' | 'storage'>;
export type PlaceOfImage = { folderUuid: string; imageId: number };
export type CleanVariant = 'thumb' | 'preview';

const underway = new Map<string, Promise<boolean>>();

/**
 * What an owner sees, without the watermark. A preview that is not there yet is made now; a thumb is not, because a
 * page asks for hundreds of them (preparing the album makes them ahead). Undefined when there is none.
 */
export async function readClean(
  world: World,
  place: PlaceOfImage,
  variant: CleanVariant,
): Promise<Buffer | undefined> {
  const key = derivativeKey(place.folderUuid, place.imageId, `clean-${variant}`);
  const found = await world.storage.read(key);
  if (found || variant === 'thumb') return found;
  return (await makeOnce(world, place)) ? world.storage.read(key) : undefined;
}

/** For those who come before their owners do. */
export async function ensureClean(world: World, place: PlaceOfImage): Promise<void> {
  const key = derivativeKey(place.folderUuid, place.imageId, 'clean-preview');
  if (!(await world.storage.stat(key))) await makeOnce(world, place);
}

function makeOnce(world: World, place: PlaceOfImage): Promise<boolean> {
  const name = `${place.folderUuid}/${place.imageId}`;
  const making = underway.get(name) ?? make(world, place).finally(() => underway.delete(name));
  underway.set(name, making);
  return making;
}

/** False when the image is not to be seen there, or its original is no picture. */
async function make({ db, storage }: World, { folderUuid, imageId }: PlaceOfImage): Promise<boolean> {
  const image = await findOriginal(db, imageId);
  if (image?.albumUuid !== folderUuid) return false;
  const key = originalKey(image.eventId, image.contentHash);
  const original = (await storage.stat(key)) && (storage.localPath(key) ?? (await storage.read(key)));
  const clean = original && (await decodePhoto(original).then(makeCleanDerivatives).catch(unlessBad));
  if (!clean) return false;
  // The row is held, so that hiding or moving the image meanwhile leaves nothing behind in this folder.
  return db.transaction().execute(async (tx) => {
    const [current] = await lockReadyImages(tx, [imageId]);
    if (!current || folderOf(current) !== folderUuid) return false;
    await storage.put(derivativeKey(folderUuid, imageId, 'clean-thumb'), clean.thumb);
    await storage.put(derivativeKey(folderUuid, imageId, 'clean-preview'), clean.preview);
    return true;
  });
}

function unlessBad(error: unknown): undefined {
  if (!(error instanceof BadImageError)) throw error;
}
