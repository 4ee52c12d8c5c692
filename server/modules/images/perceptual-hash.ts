import sharp from 'sharp';
import type { Pixels } from './watermark.ts';

/** `hash` has a bit for each of 64 places: is it brighter than the place to its right? */
export type PhotoMeasures = { hash: string; sharpness: number };

const HASH_WIDTH = 9;
const HASH_HEIGHT = 8;
const HASHED_LONG_SIDE = 512;

/** Call it before the watermark is burned in. */
export async function measurePhoto(pixels: Pixels): Promise<PhotoMeasures> {
  const { data, width, height } = pixels;
  // The picture is made smaller first, because turning it gray takes much longer.
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(HASHED_LONG_SIDE, HASHED_LONG_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const places = await sharp(small.data, { raw: { ...small.info, channels: 3 } })
    .greyscale()
    .resize(HASH_WIDTH, HASH_HEIGHT, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { hash: differenceHash(places), sharpness: varianceOfEdges(pixels) };
}

function differenceHash(gray: Buffer): string {
  let bits = 0n;
  for (let row = 0; row < HASH_HEIGHT; row += 1) {
    for (let column = 0; column < HASH_WIDTH - 1; column += 1) {
      const at = row * HASH_WIDTH + column;
      bits = (bits << 1n) | ((gray[at] ?? 0) > (gray[at + 1] ?? 0) ? 1n : 0n);
    }
  }
  return bits.toString(16).padStart(16, '0');
}

/** Every second pixel of every second row tells as much in a quarter of the time. */
const STEP = 2;

/**
 * The variance of the Laplacian: high if there are fine edges, low if the picture is blurred. It is taken in the size of
 * the preview, because a focus that is slightly off no longer shows in a smaller picture, and of green, which is most of
 * what the eye sees as brightness.
 */
function varianceOfEdges({ data, width, height }: Pixels): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  const row = width * 3;
  for (let y = 1; y < height - 1; y += STEP) {
    for (let x = 1; x < width - 1; x += STEP) {
      const at = y * row + x * 3 + 1;
      const around =
        (data[at - 3] ?? 0) + (data[at + 3] ?? 0) + (data[at - row] ?? 0) + (data[at + row] ?? 0);
      const edge = 4 * (data[at] ?? 0) - around;
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}
