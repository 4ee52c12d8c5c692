import sharp from 'sharp';
import type { Pixels } from './watermark.ts';

/** `hash` has a bit for each of 64 places: is it brighter than the place to its right? */
export type PhotoMeasures = { hash: string; sharpness: number };

const HASH_WIDTH = 9;
const HASH_HEIGHT = 8;
const SHARPNESS_LONG_SIDE = 512;

/** Call it before the watermark is burned in. */
export async function measurePhoto({ data, width, height }: Pixels): Promise<PhotoMeasures> {
  // Turning a photo gray takes much longer than making it smaller, which therefore comes first.
  const shrunk = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(SHARPNESS_LONG_SIDE, SHARPNESS_LONG_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = sharp(shrunk.data, { raw: { ...shrunk.info, channels: 3 } }).greyscale();
  const [edges, places] = await Promise.all([
    small.clone().raw().toBuffer(),
    small.resize(HASH_WIDTH, HASH_HEIGHT, { fit: 'fill' }).raw().toBuffer(),
  ]);
  const { width: edgesWidth, height: edgesHeight } = shrunk.info;
  return {
    hash: differenceHash(places),
    sharpness: varianceOfEdges({ data: edges, width: edgesWidth, height: edgesHeight }),
  };
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

/** The variance of the Laplacian: high if there are fine edges, low if the picture is blurred. */
function varianceOfEdges({ data, width, height }: { data: Buffer; width: number; height: number }): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const around =
        (data[at - 1] ?? 0) + (data[at + 1] ?? 0) + (data[at - width] ?? 0) + (data[at + width] ?? 0);
      const edge = 4 * (data[at] ?? 0) - around;
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}
