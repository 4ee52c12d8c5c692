import type { OverlayOptions } from 'sharp';
import { type CoverBox, cropOf, discOf, type ShareRatio } from '#contract/rules/safe-share.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { findRights } from './clean-original.ts';
import { burnCovers, type CoverLook } from './cover-faces.ts';
import { creditJpeg, insertBytes } from './credit-jpeg.ts';
import { decodePhoto, fromPixels, inLane, type Original } from './derivatives.ts';
import { originalKey } from './image-keys.ts';
import type { Pixels } from './watermark.ts';

/** Large enough to print and for every site where people post. A larger copy would only take longer. */
const SAFE_LONG_SIDE = 2_160;
const QUALITY = 88;
/** Each has a decoded photo in memory. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 24;
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
  image: StoredPhoto,
  order: SafeCopyOrder,
): Promise<Buffer | undefined> {
  const key = originalKey(image.eventId, image.contentHash);
  return inTurn(async () => {
    const original =
      (await context.storage.stat(key)) &&
      (context.storage.localPath(key) ?? (await context.storage.read(key)));
    if (!original) return undefined;
    const jpeg = await burnSafeCopy(original, order);
    return insertBytes(
      jpeg,
      creditJpeg(jpeg, { ...(await findRights(context, image.id)), note: SAFE_NOTE }).insertions,
    );
  });
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_AT_ONCE) running += 1;
  else if (waiting.length >= MAX_WAITING) throw new AppError('copies_busy');
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
