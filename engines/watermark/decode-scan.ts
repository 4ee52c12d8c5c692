import { type Baseline, PADDING_BYTES } from './read-baseline.ts';
import { UnmarkableJpegError } from './unmarkable-jpeg.ts';

/** Every block of the scan in order: its DC value, and where the bits of its AC values start and end. */
export type Blocks = { dc: Int16Array; acStart: Uint32Array; acEnd: Uint32Array };

export const BLOCKS_PER_MCU = 6;
/** A DC code and an end-of-block code take at least one bit each. */
const LEAST_BITS_PER_BLOCK = 2;
const MOST_DC_BITS = 11;
const MOST_DC = 2047;

/** Returns the 16 bits that start at the given bit. */
function peek16(data: Buffer, bit: number): number {
  return peek(data, bit) >>> 16;
}

/** Returns the 24 bits that start at the given bit. */
export function peek24(data: Buffer, bit: number): number {
  return peek(data, bit) >>> 8;
}

function peek(data: Buffer, bit: number): number {
  const at = bit >>> 3;
  const word =
    ((data[at] as number) << 24) |
    ((data[at + 1] as number) << 16) |
    ((data[at + 2] as number) << 8) |
    (data[at + 3] as number);
  return word << (bit & 7);
}

/** AC values are skipped, because the marked copies take over their bits as they are. */
export function decodeScan({ data, components, mcus }: Baseline): Blocks {
  const count = mcus * BLOCKS_PER_MCU;
  const lastBit = (data.length - PADDING_BYTES) * 8;
  if (count * LEAST_BITS_PER_BLOCK > lastBit) throw new UnmarkableJpegError('damaged');
  const dc = new Int16Array(count);
  const acStart = new Uint32Array(count);
  const acEnd = new Uint32Array(count);
  const previous = [0, 0, 0];
  let bit = 0;
  let block = 0;
  while (block < count) {
    for (let c = 0; c < 3; c += 1) {
      const { blocks, dc: dcTable, ac: acTable } = components[c] as Baseline['components'][0];
      const acLook = acTable.look;
      for (let i = 0; i < blocks; i += 1, block += 1) {
        const entry = dcTable.look[peek16(data, bit)] as number;
        const size = entry & 255;
        if (entry === 0 || size > MOST_DC_BITS) throw new UnmarkableJpegError('damaged');
        bit += entry >> 8;
        let value = previous[c] as number;
        if (size > 0) {
          const raw = peek16(data, bit) >>> (16 - size);
          value += raw >>> (size - 1) === 1 ? raw : raw - (1 << size) + 1;
          bit += size;
        }
        if (value > MOST_DC || value < -MOST_DC) throw new UnmarkableJpegError('damaged');
        previous[c] = value;
        dc[block] = value;
        acStart[block] = bit;
        bit = skipAc(data, acLook, bit);
        acEnd[block] = bit;
        if (bit > lastBit) throw new UnmarkableJpegError('damaged');
      }
    }
  }
  return { dc, acStart, acEnd };
}

function skipAc(data: Buffer, look: Uint16Array, start: number): number {
  let bit = start;
  for (let place = 1; place < 64; ) {
    const entry = look[peek16(data, bit)] as number;
    if (entry === 0) throw new UnmarkableJpegError('damaged');
    const symbol = entry & 255;
    bit += (entry >> 8) + (symbol & 15);
    if (symbol === 0) break;
    place += (symbol >> 4) + 1;
    if (place > 64) throw new UnmarkableJpegError('damaged');
  }
  return bit;
}
