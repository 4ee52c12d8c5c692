import type { OverlayOptions } from 'sharp';
import { type CoverBox, cropOf, discOf, type ShareRatio } from '#contract/rules/safe-share.ts';
import type { Context } from '#server/context.ts';
import { createFairQueue } from '#server/platform/processes/fair-queue.ts';
import { findRights } from './clean-original.ts';
import { burnCovers, type CoverLook } from './cover-faces.ts';
import { creditJpeg, insertBytes } from './credit-jpeg.ts';
import { decodePhoto, findOriginalFile, fromPixels, inLane, type Original } from './derivatives.ts';
import type { Pixels } from './watermark.ts';

/** Large enough to print and for every site where people post. To a third of 24 megapixels, a photo is decoded a fifth faster. */
const SAFE_LONG_SIDE = 2_000;
const QUALITY = 88;
/** Each running copy has a decoded photo in memory. Accounts that wait take turns, so no one's copies hold up another's. */
const queue = createFairQueue({ concurrency: 2, maxWaiting: 100 });
/** Making a photo smaller mixes each pixel with those so near to it, so covers reach beyond what was mixed with a face. */
const MIXED_PX = 2;
const SAFE_NOTE = 'Shared safely';

export type SafeCopyOrder = {
  rotation: number;
  covers: readonly CoverBox[];
  visible: readonly CoverBox[];
  look: CoverLook;
  ratio: ShareRatio;
  /** Draws what lies over the picture, in its size. */
  frame?: (size: { width: number; height: number }) => Promise<OverlayOptions[]>;
  longSide?: number;
};

/** A new JPEG that takes nothing from the original except the pixels that no cover hides. */
export async function burnSafeCopy(original: Original, order: SafeCopyOrder): Promise<Buffer> {
  const { rotation, covers, visible, look, ratio, frame, longSide = SAFE_LONG_SIDE } = order;
  const pixels = await decodePhoto(original, rotation, longSide);
  const discs = covers.map((box) => {
    const disc = discOf(box, pixels);
    return { ...disc, radius: disc.radius + MIXED_PX };
  });
  await burnCovers(pixels, discs, look);
  return encode(pixels, { crop: cropOf(ratio, pixels, visible), frame });
}

async function encode(
  pixels: Pixels,
  { crop, frame }: Pick<SafeCopyOrder, 'frame'> & { crop: ReturnType<typeof cropOf> },
): Promise<Buffer> {
  const overlays = (await frame?.(crop)) ?? [];
  return inLane(() =>
    fromPixels(pixels)
      .extract(crop)
      .composite(overlays)
      .jpeg({ quality: QUALITY, optimiseCoding: false })
      .toBuffer(),
  );
}

type StoredPhoto = { id: number; eventId: number; contentHash: Buffer };
type CopyContext = Pick<Context, 'db' | 'storage' | 'config' | 'log' | 'clock'>;

/** Returns undefined if the original is gone. */
export async function makeSafeCopy(
  context: CopyContext,
  { userId, image }: { userId: number; image: StoredPhoto },
  order: SafeCopyOrder,
): Promise<Buffer | undefined> {
  return queue.run(String(userId), async () => {
    const original = await findOriginalFile(context, image);
    if (!original) return undefined;
    const jpeg = await burnSafeCopy(original, order);
    return insertBytes(
      jpeg,
      creditJpeg(jpeg, { ...(await findRights(context, image.id)), note: SAFE_NOTE }).insertions,
    );
  });
}
