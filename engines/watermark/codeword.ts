import { createCipheriv, createHash, createHmac, type KeyObject } from 'node:crypto';
import type { Baseline } from './baseline-jpeg.ts';
import { BLOCKS_PER_MCU, type Blocks } from './scan.ts';

// Each viewer's copy of a picture takes each tile from A or from B, as the viewer's code says. People who compare their copies see
// the tiles in which they differ and can spoil just those. If every tile were a coin toss, 8 people would agree in one of 128.
// So half of the tiles are from A for most viewers: 8 people agree in a third of these, and each one in which they agree speaks
// against those who have it from B (Tardos codes).

type Secret = KeyObject | Buffer;

/** The bias of a tile is the chance that a viewer takes it from A, in 256ths. Biases are as secret as the codes. */
export type Code = { biases: Uint8Array; of(viewer: string): Uint8Array };

/**
 * Half of the tiles are even, which is best for a single copy, and half are from A for seven of eight viewers, which is about
 * best where 8 people agree.
 */
const BIASES = [128, 224] as const;

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

const LUMA_BLOCKS = 4;
/** A DC value beyond this, times its quantizer step, would leave the range of 0 to 255. */
const DC_RANGE = 1016;
/** A block whose AC values take this many bits looks flat, so a moved brightness is easier to see there. */
const FLAT_BITS = 10;
const BUSY_BITS = 40;

/**
 * Returns by how many quantizer steps the DC value of each block moves: up in A, down in B. The sign is random for each
 * MCU of 16 x 16 pixels. A quarter of the flat blocks and half of the slightly busy ones move, and chroma never does.
 */
export function drawPattern(
  { mcus, lumaDcStep }: Pick<Baseline, 'mcus' | 'lumaDcStep'>,
  { dc, acStart, acEnd }: Blocks,
  secret: KeyObject | Buffer,
  imageId: number,
): Int8Array {
  const random = patternBytes(secret, imageId, mcus * LUMA_BLOCKS);
  const most = Math.floor(DC_RANGE / lumaDcStep);
  const moves = new Int8Array(mcus * BLOCKS_PER_MCU);
  for (let mcu = 0; mcu < mcus; mcu += 1) {
    const sign = (random[mcu * LUMA_BLOCKS] as number) & 1 ? 1 : -1;
    for (let i = 0; i < LUMA_BLOCKS; i += 1) {
      const block = mcu * BLOCKS_PER_MCU + i;
      const bits = (acEnd[block] as number) - (acStart[block] as number);
      const isChosen = (random[mcu * LUMA_BLOCKS + i] as number) >> 1 < chanceOf128(bits);
      if (isChosen && Math.abs(dc[block] as number) < most) moves[block] = sign;
    }
  }
  return moves;
}

function chanceOf128(bits: number): number {
  if (bits <= FLAT_BITS) return 32;
  return bits < BUSY_BITS ? 64 : 128;
}

/** The key stream of a cipher is as random to others as a keyed hash, and costs one call. */
function patternBytes(secret: KeyObject | Buffer, imageId: number, length: number): Buffer {
  const key = createHmac('sha256', secret).update(`pattern:${imageId}`).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}
