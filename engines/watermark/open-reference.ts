import sharp from 'sharp';
import { type GrayPicture, halve, pyramidOf, readGray } from './gray-picture.ts';
import type { Pair } from './open-pair.ts';
import { MCU_SIDE } from './read-baseline.ts';

/**
 * What reading a leak needs of a stored pair. `levels` hold what A and B have in common, at a half, a quarter, an eighth
 * and a sixteenth of the size. `pattern` is half of their difference, one value per block of 8 x 8 pixels.
 */
export type Reference = {
  width: number;
  height: number;
  tiles: number;
  levels: GrayPicture[];
  pattern: GrayPicture;
  tileOfBlock: Uint32Array;
};

const BLOCK_SIDE = 8;

export async function openReference(pair: Pair): Promise<Reference> {
  const [a, b] = await Promise.all([
    readGray(sharp(Buffer.concat([pair.head, pair.a]))),
    readGray(sharp(Buffer.concat([pair.head, pair.b]))),
  ]);
  const { width, height, tiles, tileMcus } = pair;
  splitPair(a.data, b.data);
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
function splitPair(a: Float32Array, b: Float32Array): void {
  for (let i = 0; i < a.length; i += 1) {
    const first = a[i] as number;
    const second = b[i] as number;
    a[i] = (first + second) / 2;
    b[i] = (first - second) / 2;
  }
}
