import sharp, { type Sharp } from 'sharp';
import { MCU_SIDE } from './baseline-jpeg.ts';
import { type GrayImage, halve, pyramidOf, readGray } from './gray-image.ts';
import type { Variants } from './variants.ts';

/** The pixels of a leaked picture, in sRGB and at most 2400 pixels long. */
export type Leak = { data: Buffer; width: number; height: number };

/** The steps that restore a leak: undo the negative, mirror, then turn clockwise. */
export type Turn = { isMirrored: boolean; degrees: 0 | 90 | 180 | 270; isNegative?: true };

/** The given file is not a picture that can be traced; the message is meant for staff. */
export class UnreadableLeakError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableLeakError';
  }
}

const MAX_BYTES = 60_000_000;
const MAX_PIXELS = 100_000_000;
const MAX_SECONDS = 30;
const LONG_SIDE = 2400;
const MIN_SIDE = 64;

/** Leaks are usually upright, and sometimes mirrored. */
export const LIKELY_TURNS: readonly Turn[] = turnsOf([0]);
export const SIDEWAYS_TURNS: readonly Turn[] = turnsOf([90, 180, 270]);
export const NEGATIVE_TURNS: readonly Turn[] = turnsOf([0]).map((turn) => ({ ...turn, isNegative: true }));

function turnsOf(angles: Turn['degrees'][]): Turn[] {
  return angles.flatMap((degrees) => [false, true].map((isMirrored) => ({ isMirrored, degrees })));
}

export async function openLeak(file: Buffer): Promise<Leak> {
  if (file.length > MAX_BYTES) throw new UnreadableLeakError('The file is larger than 60 MB.');
  const { data, info } = await decode(file);
  if (Math.min(info.width, info.height) < MIN_SIDE) {
    throw new UnreadableLeakError(
      `The picture is too small to trace: ${info.width} x ${info.height} pixels.`,
    );
  }
  return { data, width: info.width, height: info.height };
}

async function decode(file: Buffer) {
  try {
    return await sharp(file, { failOn: 'none', limitInputPixels: MAX_PIXELS, pages: 1 })
      .autoOrient()
      .resize(LONG_SIDE, LONG_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#000' })
      .toColourspace('srgb')
      .timeout({ seconds: MAX_SECONDS })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
      .then(({ data, info }) => ({
        data: info.channels === 3 ? data : toThreeChannels(data, info.channels),
        info,
      }));
  } catch (error) {
    throw new UnreadableLeakError('This file is not a picture we can read.', { cause: error });
  }
}

function toThreeChannels(data: Buffer, channels: number): Buffer {
  const pixels = data.length / channels;
  const rgb = Buffer.allocUnsafe(pixels * 3);
  for (let i = 0; i < pixels; i += 1) rgb.fill(data[i * channels] as number, i * 3, i * 3 + 3);
  return rgb;
}

function fromLeak({ data, width, height }: Leak): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

export async function turnLeak(leak: Leak, { isMirrored, degrees, isNegative }: Turn): Promise<Leak> {
  if (!isMirrored && degrees === 0 && !isNegative) return leak;
  const mirrored = fromLeak(leak)
    .negate(isNegative ?? false)
    .flop(isMirrored);
  const { data, info } = await mirrored.rotate(degrees).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Does to a gray picture of a leak what `turnLeak` does to the leak. */
export function turnGray(picture: GrayImage, { isMirrored, degrees, isNegative }: Turn): GrayImage {
  const { width, height, data } = picture;
  const isSideways = degrees % 180 !== 0;
  const out = new Float32Array(data.length);
  const stride = isSideways ? height : width;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const value = data[y * width + x] as number;
      const column = isMirrored ? width - 1 - x : x;
      let to = y * stride + column;
      if (degrees === 90) to = column * stride + height - 1 - y;
      if (degrees === 180) to = (height - 1 - y) * stride + width - 1 - column;
      if (degrees === 270) to = (width - 1 - column) * stride + y;
      out[to] = isNegative ? 255 - value : value;
    }
  }
  return { width: stride, height: isSideways ? width : height, data: out };
}

/** Returns the leak at exactly this size. */
export function resizeLeak(leak: Leak, width: number, height: number): Promise<GrayImage> {
  return readGray(fromLeak(leak).resize(width, height, { fit: 'fill' }));
}

/** Returns the leak with a long side of at most this many pixels. */
export function shrinkLeak(leak: Leak, longSide: number): Promise<GrayImage> {
  return readGray(
    fromLeak(leak).resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' }),
  );
}

/**
 * What reading a leak needs of stored variants. `levels` hold what A and B have in common, at a half, a quarter, an eighth
 * and a sixteenth of the size. `pattern` is half of their difference, one value per block of 8 x 8 pixels.
 */
export type Reference = {
  width: number;
  height: number;
  tiles: number;
  levels: GrayImage[];
  pattern: GrayImage;
  tileOfBlock: Uint32Array;
};

const BLOCK_SIDE = 8;

export async function openReference(variants: Variants): Promise<Reference> {
  const [a, b] = await Promise.all([
    readGray(sharp(Buffer.concat([variants.head, variants.a]))),
    readGray(sharp(Buffer.concat([variants.head, variants.b]))),
  ]);
  const { width, height, tiles, tileMcus } = variants;
  splitVariants(a.data, b.data);
  const pattern = halve(halve(halve(b)));
  const mcusPerRow = Math.ceil(width / MCU_SIDE);
  const tileOfBlock = new Uint32Array(pattern.width * pattern.height);
  for (let i = 0; i < tileOfBlock.length; i += 1) {
    const x = (i % pattern.width) * BLOCK_SIDE;
    const y = Math.floor(i / pattern.width) * BLOCK_SIDE;
    const mcu = Math.floor(y / MCU_SIDE) * mcusPerRow + Math.floor(x / MCU_SIDE);
    tileOfBlock[i] = Math.floor(mcu / tileMcus);
  }
  return { width, height, tiles, levels: pyramidOf(halve(a), 3), pattern, tileOfBlock };
}

/** Puts what both have in common in the place of `a`, and half of their difference in the place of `b`. */
function splitVariants(a: Float32Array, b: Float32Array): void {
  for (let i = 0; i < a.length; i += 1) {
    const first = a[i] as number;
    const second = b[i] as number;
    a[i] = (first + second) / 2;
    b[i] = (first - second) / 2;
  }
}
