// Each preview is kept as two JPEGs, A and B, that look alike. A viewer's copy takes each tile from A or from B, as the
// viewer's code says, so that a leaked copy tells whom it was shown to. No pixel is decoded or encoded again.
import type { KeyObject } from 'node:crypto';
import { readBaseline } from './baseline-jpeg.ts';
import { drawPattern } from './codeword.ts';
import { decodeScan, TILE_MCUS, writeTiles } from './scan.ts';
import { packVariants } from './variants.ts';

/**
 * Returns one object that holds A, B and where their tiles end. `keyId` is stored with it and names the secret.
 * Throws an UnmarkableJpegError if the JPEG is not a baseline one with 4:2:0 and tables that have every needed code.
 */
export function makeVariants(
  jpeg: Buffer,
  secret: KeyObject | Buffer,
  imageId: number,
  { keyId }: { keyId: string },
): Buffer {
  const picture = readBaseline(jpeg);
  const blocks = decodeScan(picture);
  const moves = drawPattern(picture, blocks, secret, imageId);
  const [a, b] = [writeTiles(picture, blocks, moves, 1), writeTiles(picture, blocks, moves, -1)];
  const { width, height, beforeScan, scanHeader } = picture;
  const restartInterval = Buffer.from([0xff, 0xdd, 0, 4, 0, TILE_MCUS]);
  const head = Buffer.concat([beforeScan, restartInterval, scanHeader]);
  return packVariants({ keyId, width, height, tileMcus: TILE_MCUS, head, a, b });
}
