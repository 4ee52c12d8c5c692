import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Mark } from './mark.ts';
import { burnWatermark, type Pixels } from './watermark.ts';

const PREVIEW_LONG_SIDE = 1600;
const THUMB_LONG_SIDE = 400;
const PLACEHOLDER_LONG_SIDE = 32;
const MAX_PIXELS = 120_000_000;
const MIN_SIDE = 16;

/** A file that is not a usable picture; the message is for the photographer. */
export class BadImageError extends Error {}

/** The file's bytes, or where they lie. */
export type Original = Buffer | string;
export type PhotoHeader = { width: number; height: number; exif: Buffer | undefined };
export type Derivatives = { preview: Buffer; thumb: Buffer; placeholder: string };

// Frames are worked on side by side: threads inside one frame, and kept operations, would only cost memory.
sharp.concurrency(1);
sharp.cache(false);

/** Size as seen upright, and the camera's notes; reads the head of the file only. */
export async function readPhotoHeader(original: Original): Promise<PhotoHeader> {
  const { autoOrient, exif } = await asBadImage(sharp(original, { limitInputPixels: false }).metadata());
  const { width, height } = autoOrient;
  if (width * height > MAX_PIXELS) {
    throw new BadImageError(`The picture is too large: ${width} x ${height} pixels, at most 120 megapixels.`);
  }
  if (Math.min(width, height) < MIN_SIDE) {
    throw new BadImageError(`The picture is too small: ${width} x ${height} pixels.`);
  }
  return { width, height, exif };
}

/** The one decode of a frame: upright, sRGB, preview size. */
export async function decodePhoto(original: Original): Promise<Pixels> {
  const decoding = inLane(() =>
    sharp(original, { failOn: 'error', limitInputPixels: MAX_PIXELS })
      .autoOrient()
      // After the decoder has halved the picture, 48 dB from lanczos3 and 15 % less time than its decode.
      .resize(PREVIEW_LONG_SIDE, PREVIEW_LONG_SIDE, {
        fit: 'inside',
        withoutEnlargement: true,
        kernel: 'linear',
      })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  const { data, info } = await asBadImage(decoding);
  return { data, width: info.width, height: info.height };
}

/** Marks the given pixels, so nothing without the watermark can leave; derivatives carry no metadata. */
export async function makeDerivatives(pixels: Pixels, mark: Mark): Promise<Derivatives> {
  await burnWatermark(pixels, mark);
  return encodeDerivatives(pixels);
}

/** For owners alone: the same pictures without the watermark. */
export function makeCleanDerivatives(pixels: Pixels): Promise<Derivatives> {
  return encodeDerivatives(pixels);
}

async function encodeDerivatives(pixels: Pixels): Promise<Derivatives> {
  const [preview, small] = await Promise.all([
    // Optimised Huffman tables would save 2 % of the bytes and take 40 % of the encoder's time.
    inLane(() => fromPixels(pixels).jpeg({ quality: 80, optimiseCoding: false }).toBuffer()),
    inLane(() => shrink(pixels, THUMB_LONG_SIDE)),
  ]);
  const [thumb, tiny] = await Promise.all([
    inLane(() => fromPixels(small).webp({ quality: 72, effort: 2 }).toBuffer()),
    shrink(small, PLACEHOLDER_LONG_SIDE),
  ]);
  return { preview, thumb, placeholder: placeholderOf(tiny) };
}

function fromPixels({ data, width, height }: Pixels) {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function shrink(pixels: Pixels, longSide: number): Promise<Pixels> {
  const { data, info } = await fromPixels(pixels)
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function placeholderOf({ data, width, height }: Pixels): string {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i += 1) rgba.set(data.subarray(i * 3, i * 3 + 3), i * 4);
  return Buffer.from(rgbaToThumbHash(width, height, rgba)).toString('base64');
}

const NOT_THE_FILES_FAULT = /alloc|out of memory|input file is missing|no such file/i;

async function asBadImage<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (NOT_THE_FILES_FAULT.test(message)) throw error;
    throw new BadImageError(
      /unsupported image format|contains unsupported/i.test(message)
        ? 'This is not a picture we can read.'
        : 'The file is damaged: the picture in it is incomplete or broken.',
      { cause: error },
    );
  }
}

/**
 * Picture work shares Node's thread pool with file reads. One thread stays free for them, or every other request
 * would queue behind decodes.
 */
const POOL_THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
const LANES = Math.max(1, Math.min(availableParallelism() + 2, POOL_THREADS - 1));
let freeLanes = LANES;
const waiting: (() => void)[] = [];

async function inLane<T>(work: () => Promise<T>): Promise<T> {
  if (freeLanes > 0) freeLanes -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else freeLanes += 1;
  }
}
