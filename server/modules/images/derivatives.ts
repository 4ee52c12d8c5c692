import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { type CoverSide, THUMB_SIDE } from '#contract/rules/albums.ts';
import { UnmarkableJpegError } from '#engines/watermark/baseline-jpeg.ts';
import { fingerprint } from '#engines/watermark/find-photo.ts';
import { makeVariants } from '#engines/watermark/make-variants.ts';
import { areVariants, assemble, openVariants } from '#engines/watermark/variants.ts';
import type { Context } from '#server/context.ts';
import { createFairQueue } from '#server/platform/processes/fair-queue.ts';
import { originalKey } from './image-keys.ts';
import type { TraceKey } from './trace-keys.ts';
import { burnWatermark, type Mark, type Pixels } from './watermark.ts';

const PREVIEW_LONG_SIDE = 1600;
const PLACEHOLDER_LONG_SIDE = 32;
const MAX_PIXELS = 120_000_000;
const MIN_SIDE = 16;

/** The photographer sees the message. */
export class BadImageError extends Error {}

/** Either the bytes of the file or its path. */
export type Original = Buffer | string;

/** Returns a path where possible, because passing 10 MB through JavaScript costs more than reading the file. */
export async function findOriginalFile(
  { storage }: Pick<Context, 'storage'>,
  { eventId, contentHash }: { eventId: number; contentHash: Buffer },
): Promise<Original | undefined> {
  const key = originalKey(eventId, contentHash);
  const path = storage.localPath(key);
  if (path === undefined) return storage.read(key);
  return (await storage.stat(key)) && path;
}

export type PhotoHeader = { width: number; height: number } & Record<
  'exif' | 'iptc' | 'xmp',
  Buffer | undefined
>;
export type Derivatives = { preview: Buffer; thumb: Buffer; placeholder: string };
/** The preview is variants of JPEGs; `traceKey` names the key that marked it, and is empty if it could not be marked. */
export type MarkedDerivatives = Derivatives & { traceKey: string };
export type Marking = { mark: Mark; traceKey: TraceKey; imageId: number };

// Several photos are processed at once, so threads and caches inside one photo would only cost memory.
sharp.concurrency(1);
sharp.cache(false);

/** Reads only the head of the file. Width and height are those of the upright picture. */
export async function readPhotoHeader(original: Original): Promise<PhotoHeader> {
  const { autoOrient, exif, iptc, xmp } = await asBadImage(
    sharp(original, { limitInputPixels: false }).metadata(),
  );
  const { width, height } = autoOrient;
  if (width * height > MAX_PIXELS) {
    throw new BadImageError(`The picture is too large: ${width} x ${height} pixels, at most 120 megapixels.`);
  }
  if (Math.min(width, height) < MIN_SIDE) {
    throw new BadImageError(`The picture is too small: ${width} x ${height} pixels.`);
  }
  return { width, height, exif, iptc, xmp };
}

/** Decodes a photo once, turned as staff said after the camera's own orientation, in sRGB and by default in preview size. */
export async function decodePhoto(
  original: Original,
  rotation = 0,
  longSide = PREVIEW_LONG_SIDE,
): Promise<Pixels> {
  const decoding = inLane(() =>
    sharp(original, { failOn: 'error', limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .rotate(rotation)
      // The decoder already shrinks the picture, so a linear kernel looks the same (48 dB) in 15 % less time.
      .resize(longSide, longSide, {
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

/** Turns a whole photo for the search for faces, in full size. */
export function turnImage(original: Original, rotation: number): Promise<Buffer> {
  const turning = inLane(() =>
    sharp(original, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .rotate(rotation)
      .jpeg({ quality: 95 })
      .toBuffer(),
  );
  return asBadImage(turning);
}

/** Burns the watermark into the given pixels, so that no unmarked picture can leave. */
export async function makeDerivatives(
  pixels: Pixels,
  { mark, ...tracing }: Marking,
): Promise<MarkedDerivatives> {
  await burnWatermark(pixels, mark);
  const derivatives = await encodeDerivatives(pixels);
  return { ...derivatives, ...markPreview(derivatives.preview, tracing) };
}

/** Makes the variants from which every viewer's copy is assembled. A JPEG that allows no mark stays as it is. */
export function markPreview(
  preview: Buffer,
  { traceKey: { keyId, secret }, imageId }: Omit<Marking, 'mark'>,
): { preview: Buffer; traceKey: string } {
  try {
    return { preview: makeVariants(preview, secret, imageId, { keyId }), traceKey: keyId };
  } catch (error) {
    if (!(error instanceof UnmarkableJpegError)) throw error;
    return { preview, traceKey: '' };
  }
}

/** Makes the pictures without the watermark, for owners only. */
export function makeCleanDerivatives(pixels: Pixels): Promise<Derivatives> {
  return encodeDerivatives(pixels);
}

/** Makes one picture per cover size of a stored preview, in the order of the sizes. */
export function makeCoverSizes(preview: Buffer, sides: readonly CoverSide[]): Promise<Buffer[]> {
  return Promise.all(
    sides.map((side) =>
      inLane(() =>
        sharp(preview)
          .resize(side, side, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 76, effort: 3 })
          .toBuffer(),
      ),
    ),
  );
}

async function encodeDerivatives(pixels: Pixels): Promise<Derivatives> {
  const [preview, small] = await Promise.all([
    // Optimized Huffman tables would save 2 % of the bytes but take 40 % of the encoding time.
    inLane(() => fromPixels(pixels).jpeg({ quality: 80, optimiseCoding: false }).toBuffer()),
    inLane(() => shrink(pixels, THUMB_SIDE)),
  ]);
  const [thumb, tiny] = await Promise.all([
    inLane(() => fromPixels(small).webp({ quality: 72, effort: 2 }).toBuffer()),
    shrink(small, PLACEHOLDER_LONG_SIDE),
  ]);
  return { preview, thumb, placeholder: placeholderOf(tiny) };
}

export function fromPixels({ data, width, height }: Pixels) {
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
        ? 'This file is not a picture we can read.'
        : 'The file is damaged: the picture in it is incomplete or broken.',
      { cause: error },
    );
  }
}

/** Decoding shares Node's thread pool with file reads, so one thread stays free for other requests. */
const POOL_THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
const LANES = Math.max(1, Math.min(availableParallelism() + 2, POOL_THREADS - 1));
const lanes = createFairQueue({ concurrency: LANES, maxWaiting: Number.POSITIVE_INFINITY });

export function inLane<T>(work: () => Promise<T>): Promise<T> {
  return lanes.run('photos', work);
}

/** Call it before the watermark is burned in, because its corners are the same on every photo. */
export function fingerprintPixels(pixels: Pixels): Promise<Buffer> {
  return fingerprint(fromPixels(pixels));
}

/** Returns a JPEG of a stored preview that is nobody's copy, to make other pictures of. It must not be sent. */
export function neutralPreview(stored: Buffer): Buffer {
  if (!areVariants(stored)) return stored;
  const variants = openVariants(stored);
  return assemble(variants, new Uint8Array(Math.ceil(variants.tiles / 8)));
}
