import sharp from 'sharp';
import type { Box } from './face.ts';

/** Upright RGB with three bytes per pixel. */
export type Pixels = { data: Uint8Array; width: number; height: number };
/** The file's bytes or its path. */
export type Picture = Buffer | string;

const MAX_PIXELS = 120_000_000;
const MIN_SIDE = 16;
/** A drawing of a few hundred bytes can take minutes to decode. */
const PHOTO_FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'tiff', 'gif', 'heif'];
/**
 * The smallest faces that are looked for have 47 pixels then, and more hardly improve a crop. A whole photo of 24 megapixels takes 72 MB,
 * with which a process soon has to be replaced.
 */
const ENOUGH_LONG_SIDE = 2_700;

/** The message is shown to the person who chose the file. */
export class UnreadableImageError extends Error {}

export async function decodeImage(picture: Picture): Promise<Pixels> {
  try {
    const image = sharp(picture, { failOn: 'error', limitInputPixels: MAX_PIXELS });
    const { format, ...size } = await image.metadata();
    if (!PHOTO_FORMATS.includes(format)) throw new Error(`${format} is no format of photos`);
    const longSide = halvedLongSide(size);
    const { data, info } = await image
      .autoOrient()
      .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
      .flatten({ background: '#808080' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (Math.min(info.width, info.height) < MIN_SIDE) {
      throw new UnreadableImageError(`The picture is too small: ${info.width} x ${info.height} pixels.`);
    }
    return { data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof UnreadableImageError || isNotTheFilesFault(error)) throw error;
    throw new UnreadableImageError('This is not a picture we can read.', { cause: error });
  }
}

function halvedLongSide({ width, height }: { width: number; height: number }): number {
  let longSide = Math.max(width, height);
  while (longSide >= 2 * ENOUGH_LONG_SIDE) longSide = Math.ceil(longSide / 2);
  return longSide;
}

function isNotTheFilesFault(error: unknown): boolean {
  return (
    error instanceof Error && /alloc|out of memory|input file is missing|no such file/i.test(error.message)
  );
}

export async function resizePixels(pixels: Pixels, width: number, height: number): Promise<Pixels> {
  if (width === pixels.width && height === pixels.height) return pixels;
  const raw = { width: pixels.width, height: pixels.height, channels: 3 as const };
  const data = await sharp(pixels.data, { raw })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  return { data, width, height };
}

const OUTSIDE = 127;
const MAX_SAMPLES_A_SIDE = 4;

/** Cuts squares out of the picture, scales each to `size` and returns them in one buffer. */
export function cutSquares(pixels: Pixels, squares: Box[], size: number): Uint8Array {
  const cut = new Uint8Array(squares.length * size * size * 3);
  let at = 0;
  for (const square of squares) {
    const step = (square.right - square.left) / size;
    const samples = Math.min(MAX_SAMPLES_A_SIDE, Math.max(1, Math.round(step / 1.5)));
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        sampleMean(pixels, square.left + x * step, square.top + y * step, step, samples, cut, at);
        at += 3;
      }
    }
  }
  return cut;
}

/** Writes the mean color of a square of width `step` at (left, top), from samples x samples points. */
function sampleMean(
  { data, width, height }: Pixels,
  left: number,
  top: number,
  step: number,
  samples: number,
  into: Uint8Array,
  at: number,
): void {
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let row = 0; row < samples; row += 1) {
    const y = top + ((row + 0.5) / samples) * step - 0.5;
    const y0 = Math.floor(y);
    const down = y - y0;
    for (let column = 0; column < samples; column += 1) {
      const x = left + ((column + 0.5) / samples) * step - 0.5;
      const x0 = Math.floor(x);
      const across = x - x0;
      if (x0 < 0 || y0 < 0 || x0 >= width - 1 || y0 >= height - 1) {
        red += OUTSIDE;
        green += OUTSIDE;
        blue += OUTSIDE;
        continue;
      }
      const a = (y0 * width + x0) * 3;
      const b = a + width * 3;
      const topLeft = (1 - across) * (1 - down);
      const topRight = across * (1 - down);
      const bottomLeft = (1 - across) * down;
      const bottomRight = across * down;
      red += blend(data, a, b, 0, topLeft, topRight, bottomLeft, bottomRight);
      green += blend(data, a, b, 1, topLeft, topRight, bottomLeft, bottomRight);
      blue += blend(data, a, b, 2, topLeft, topRight, bottomLeft, bottomRight);
    }
  }
  const count = samples * samples;
  into[at] = red / count + 0.5;
  into[at + 1] = green / count + 0.5;
  into[at + 2] = blue / count + 0.5;
}

function blend(
  data: Uint8Array,
  upper: number,
  lower: number,
  channel: number,
  topLeft: number,
  topRight: number,
  bottomLeft: number,
  bottomRight: number,
): number {
  return (
    (data[upper + channel] as number) * topLeft +
    (data[upper + channel + 3] as number) * topRight +
    (data[lower + channel] as number) * bottomLeft +
    (data[lower + channel + 3] as number) * bottomRight
  );
}
