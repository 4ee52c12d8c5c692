import { COVER_VARIANTS } from '#contract/rules/albums.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { mapAtOnce } from '#server/platform/processes/map-at-once.ts';
import {
  type Derivatives,
  decodePhoto,
  findOriginalFile,
  makeDerivatives,
  type Original,
} from './derivatives.ts';
import { derivativeKey, type StoredVariant } from './image-keys.ts';
import {
  findReadyImages,
  folderOf,
  lockReadyImages,
  type PlacedImage,
  settleLater,
} from './image-records.ts';
import { newestTraceKey } from './trace-keys.ts';
import { currentMark, nameOfMark, recordRendition } from './watermark.ts';

const VARIANTS = ['thumb', 'preview'] as const;
/** These are neither copied when an image moves nor kept when it is turned: they are made again when somebody asks. */
export const REMADE_VARIANTS: readonly StoredVariant[] = [
  'clean-thumb',
  'clean-preview',
  ...COVER_VARIANTS,
  ...COVER_VARIANTS.map((variant) => `clean-${variant}` as const),
];
const COPIES_IN_FLIGHT = 8;
const COPY_ATTEMPTS = 5;
/** By then, the change that a copy was made for has either happened or failed. */
const CLEAR_UP_AFTER_SECONDS = 600;

export async function writeDerivatives(
  { storage }: Pick<Context, 'storage'>,
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
 * Call it before the rows change, so that no album lists a picture whose files are missing. If the rows never change, a
 * job deletes the copies later.
 */
export async function copyDerivatives(context: Context, changes: FolderChange[]): Promise<void> {
  const left = changes.filter(({ from, to }) => from !== to);
  await settleLater(
    context,
    left.map(({ imageId, to }) => ({ imageId, folder: to })),
    { startAfterSeconds: CLEAR_UP_AFTER_SECONDS },
  );
  await mapAtOnce(left, COPIES_IN_FLIGHT, (change) => copyUnlessGone(context, change));
}

/** Another request may be moving the image. The caller notices when it locks the row, and settling does the rest. */
async function copyUnlessGone(context: Pick<Context, 'storage'>, change: FolderChange): Promise<void> {
  for (let attempt = 1; await hasDerivatives(context, change.from, change.imageId); attempt += 1) {
    try {
      return await copyImage(context, change);
    } catch (error) {
      if (attempt === COPY_ATTEMPTS) throw error;
    }
  }
}

async function copyImage(
  { storage }: Pick<Context, 'storage'>,
  { imageId, from, to }: FolderChange,
): Promise<void> {
  for (const variant of VARIANTS) {
    await storage.copy(derivativeKey(from, imageId, variant), derivativeKey(to, imageId, variant));
  }
}

/** Locks the row while it looks where the picture belongs, so that it never deletes the files of a later move. */
export async function settleNow(
  context: Context,
  { imageIds, oldFolder }: { imageIds: number[]; oldFolder: string },
): Promise<void> {
  for (const imageId of imageIds) {
    await inTransaction(context, async (tx) => {
      const [image] = await lockReadyImages(tx.db, [imageId]);
      if (!image || folderOf(image) === oldFolder) return;
      await ensureDerivatives(tx, image, oldFolder);
      await deleteVariants(context, { folderUuid: oldFolder, imageId }, [...VARIANTS, ...REMADE_VARIANTS]);
    });
  }
}

/** Call it under the lock of the image. */
export async function deleteVariants(
  { storage }: Pick<Context, 'storage'>,
  { folderUuid, imageId }: { folderUuid: string; imageId: number },
  variants: readonly StoredVariant[],
): Promise<void> {
  await Promise.all(variants.map((variant) => storage.delete(derivativeKey(folderUuid, imageId, variant))));
}

async function ensureDerivatives(tx: Tx, image: PlacedImage, oldFolder: string): Promise<void> {
  const folder = folderOf(image);
  if (await hasDerivatives(tx, folder, image.id)) return;
  if (await hasDerivatives(tx, oldFolder, image.id)) {
    return copyImage(tx, { imageId: image.id, from: oldFolder, to: folder });
  }
  const original = await getOriginalFile(tx, image);
  const mark = await currentMark(tx);
  const traceKey = newestTraceKey(tx.traceKeys);
  const pixels = await decodePhoto(original, image.rotation);
  const derivatives = await makeDerivatives(pixels, { mark, traceKey, imageId: image.id });
  await writeDerivatives(tx, folder, image.id, derivatives);
  await recordRendition(tx.db, image, { mark: nameOfMark(mark), traceKey: derivatives.traceKey });
}

export async function getOriginalFile(
  context: Pick<Context, 'storage'>,
  image: { id: number; eventId: number; contentHash: Buffer },
): Promise<Original> {
  const original = await findOriginalFile(context, image);
  if (!original) throw new Error(`the original of image ${image.id} is missing`);
  return original;
}

async function hasDerivatives(
  { storage }: Pick<Context, 'storage'>,
  folder: string,
  imageId: number,
): Promise<boolean> {
  const found = await Promise.all(
    VARIANTS.map((variant) => storage.stat(derivativeKey(folder, imageId, variant))),
  );
  return found.every((file) => file !== undefined);
}

/** Above this number the jobs enqueued with the change move the files, within seconds; rights end at once anyway. */
const MAX_SETTLED_AT_ONCE = 40;
const AT_A_TIME = 8;

export async function settleSome(context: Context, imageIds: readonly number[]): Promise<void> {
  const some = [...new Set(imageIds)].slice(0, MAX_SETTLED_AT_ONCE);
  await mapAtOnce(some, AT_A_TIME, (imageId) => settleVisibility(context, imageId));
}

/**
 * Moves the files of a hidden picture before the response, so that no token issued earlier opens it. If this fails, the
 * job enqueued with the change does it.
 */
export async function settleVisibility(context: Context, imageId: number): Promise<void> {
  const [image] = await findReadyImages(context.db, [imageId]);
  if (!image?.albumUuid) return;
  const oldFolder = folderOf(image) === image.trayUuid ? image.albumUuid : image.trayUuid;
  try {
    await settleNow(context, { imageIds: [imageId], oldFolder });
  } catch (error) {
    context.log.error({ err: error, imageId }, 'moving the files of a hidden or shown picture failed');
  }
}
