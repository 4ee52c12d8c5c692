import { createCipheriv, createHmac, type KeyObject } from 'node:crypto';
import { BLOCKS_PER_MCU, type Blocks } from './decode-scan.ts';
import type { Baseline } from './read-baseline.ts';

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
  const random = randomBytesOf(secret, imageId, mcus * LUMA_BLOCKS);
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
function randomBytesOf(secret: KeyObject | Buffer, imageId: number, length: number): Buffer {
  const key = createHmac('sha256', secret).update(`pattern:${imageId}`).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}
