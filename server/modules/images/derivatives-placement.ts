import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { type Derivatives, decodePhoto, makeDerivatives, type Original } from './derivatives.ts';
import { derivativeKey, originalKey } from './image-keys.ts';
import { folderOf, lockReadyImages, type PlacedImage, settleLater } from './image-records.ts';
import { currentMark, nameOfMark } from './mark.ts';
import { recordMark } from './marks.queries.ts';

type World = Pick<Context, 'storage'>;

const VARIANTS = ['thumb', 'preview'] as const;
/** Not copied when an image moves: they are made anew where an owner asks for them. */
const CLEAN_VARIANTS = ['clean-thumb', 'clean-preview'] as const;
const COPIES_IN_FLIGHT = 8;
const COPY_ATTEMPTS = 5;
/** Long after the change that a copy was made for, unless that was broken off. */
const CLEAR_UP_AFTER_SECONDS = 600;

export async function writeDerivatives(
  { storage }: World,
  folder: string,
  imageId: number,
  derivatives: Derivatives,
): Promise<void> {
  await Promise.all(
    VARIANTS.map((variant) => storage.put(derivativeKey(folder, imageId, variant), derivatives[variant])),
  );
}

export type FolderChange = { imageId: number; from: string; to: string };

/**
 * Before the rows change, so that no album lists a picture that is not there yet. What comes to lie where it does not
 * belong, because the rows never changed after all, is cleared up later.
 */
export async function copyDerivatives(context: Context, changes: FolderChange[]): Promise<void> {
  const left = changes.filter(({ from, to }) => from !== to);
  await settleLater(
    context,
    left.map(({ imageId, to }) => ({ imageId, folder: to })),
    { startAfterSeconds: CLEAR_UP_AFTER_SECONDS },
  );
  await Promise.all(
    Array.from({ length: COPIES_IN_FLIGHT }, async () => {
      for (let next = left.pop(); next; next = left.pop()) await copyUnlessGone(context, next);
    }),
  );
}

/** Somebody else may be moving it: whoever comes to write the row sees that, and settling heals the rest. */
async function copyUnlessGone(world: World, change: FolderChange): Promise<void> {
  for (let attempt = 1; await hasDerivatives(world, change.from, change.imageId); attempt += 1) {
    try {
      return await copyImage(world, change);
    } catch (error) {
      if (attempt === COPY_ATTEMPTS) throw error;
    }
  }
}

async function copyImage({ storage }: World, { imageId, from, to }: FolderChange): Promise<void> {
  for (const variant of VARIANTS) {
    await storage.copy(derivativeKey(from, imageId, variant), derivativeKey(to, imageId, variant));
  }
}

/**
 * Idempotent, and safe beside other moves of the same image: it holds the row while it looks where the picture
 * belongs, so it never deletes what a later move has just put there.
 */
export async function settleNow(
  context: Context,
  { imageIds, oldFolder }: { imageIds: number[]; oldFolder: string },
): Promise<void> {
  for (const imageId of imageIds) {
    await inTransaction(context, async (tx) => {
      const [image] = await lockReadyImages(tx.db, [imageId]);
      if (!image || folderOf(image) === oldFolder) return;
      await ensureDerivatives(tx, image, oldFolder);
      for (const variant of [...VARIANTS, ...CLEAN_VARIANTS])
        await context.storage.delete(derivativeKey(oldFolder, imageId, variant));
    });
  }
}

async function ensureDerivatives(world: Tx, image: PlacedImage, oldFolder: string): Promise<void> {
  const folder = folderOf(image);
  if (await hasDerivatives(world, folder, image.id)) return;
  if (await hasDerivatives(world, oldFolder, image.id)) {
    return copyImage(world, { imageId: image.id, from: oldFolder, to: folder });
  }
  const original = await findOriginal(world, image);
  const mark = await currentMark(world);
  await writeDerivatives(world, folder, image.id, await makeDerivatives(await decodePhoto(original), mark));
  await recordMark(world.db, image.id, nameOfMark(mark));
}

/** Decoders read a file on the disk themselves; 10 MB through JavaScript cost more in garbage than in reading. */
export async function findOriginal(
  { storage }: World,
  image: { id: number; eventId: number; contentHash: Buffer },
): Promise<Original> {
  const key = originalKey(image.eventId, image.contentHash);
  const original = storage.localPath(key) ?? (await storage.read(key));
  if (!original) throw new Error(`the original of image ${image.id} is missing`);
  return original;
}

async function hasDerivatives({ storage }: World, folder: string, imageId: number): Promise<boolean> {
  const found = await Promise.all(
    VARIANTS.map((variant) => storage.stat(derivativeKey(folder, imageId, variant))),
  );
  return found.every((file) => file !== undefined);
}
