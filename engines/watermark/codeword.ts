// Each viewer's copy of a picture takes each tile from A or from B, as the viewer's code says. People who compare their copies see
// the tiles in which they differ and can spoil just those. If every tile were a coin toss, 8 people would agree in one of 128.
// So half of the tiles are from A for most viewers: 8 people agree in a third of these, and each one in which they agree speaks
// against those who have it from B (Tardos codes).
import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { TILE_MCUS } from './write-tiles.ts';

type Secret = KeyObject | Buffer;

/** The bias of a tile is the chance that a viewer takes it from A, in 256ths. Biases are as secret as the codes. */
export type Code = { biases: Uint8Array; of(viewer: string): Uint8Array };

/**
 * Half of the tiles are even, which is best for a single copy, and half are from A for seven of eight viewers, which is about
 * best where 8 people agree.
 */
const BIASES = [128, 224] as const;
const EVEN_BIAS = 128;
const BITS_PER_HASH = 512;

/** Codes follow from the secret, so nothing is stored for them. Each is independent of those of other viewers and pictures. */
export function openCode(secret: Secret, imageId: number, tiles: number): Code {
  const biases = randomBytesOf(secret, `biases:${imageId}`, tiles);
  for (let tile = 0; tile < tiles; tile += 1) {
    biases[tile] = BIASES[(biases[tile] as number) % BIASES.length] as number;
  }
  return {
    biases,
    of(viewer) {
      const random = randomBytesOf(secret, `code:${imageId}:${viewer}`, tiles);
      const code = new Uint8Array(Math.ceil(tiles / 8));
      for (let tile = 0; tile < tiles; tile += 1) {
        const isFromA = (random[tile] as number) < (biases[tile] as number);
        if (isFromA) code[tile >> 3] = (code[tile >> 3] as number) | (1 << (tile & 7));
      }
      return code;
    },
  };
}

/**
 * Returns the codes that copies of a pair may have, and how likely each is. Before tiles had biases they were twice as wide, and pairs
 * from then are shown with biases now.
 */
export function codesOf(tileMcus: number, secret: Secret, imageId: number, tiles: number) {
  const code = openCode(secret, imageId, tiles);
  if (tileMcus <= TILE_MCUS) return [{ code, weight: 1 }];
  return [
    { code, weight: 0.8 },
    { code: openEvenCode(secret, imageId, tiles), weight: 0.2 },
  ];
}

function openEvenCode(secret: Secret, imageId: number, tiles: number): Code {
  return {
    biases: new Uint8Array(tiles).fill(EVEN_BIAS),
    of(viewer) {
      const hashes = Array.from({ length: Math.ceil(tiles / BITS_PER_HASH) }, (_, part) =>
        createHmac('sha512', secret).update(`viewer:${imageId}:${part}:${viewer}`).digest(),
      );
      return Buffer.concat(hashes);
    },
  };
}

/** Returns one bit per tile of a picture, packed. */
export function codeword(secret: Secret, imageId: number, viewer: string, tiles: number): Uint8Array {
  return openCode(secret, imageId, tiles).of(viewer);
}

/** A set bit takes the tile from A, a clear one from B. */
export function bitOf(code: Uint8Array, tile: number): number {
  return ((code[tile >> 3] as number) >> (tile & 7)) & 1;
}

/** One hash of any length is a fifth of the work of hashing piece by piece. */
function randomBytesOf(secret: Secret, name: string, length: number): Buffer {
  const seed = createHmac('sha512', secret).update(name).digest();
  return createHash('shake256', { outputLength: length }).update(seed).digest();
}
