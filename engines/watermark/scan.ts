import { type Baseline, type Component, PADDING_BYTES, UnmarkableJpegError } from './baseline-jpeg.ts';

/** Every block of the scan in order: its DC value, and where the bits of its AC values start and end. */
export type Blocks = { dc: Int16Array; acStart: Uint32Array; acEnd: Uint32Array };

export const BLOCKS_PER_MCU = 6;
/** A DC code and an end-of-block code take at least one bit each. */
const MIN_BITS_PER_BLOCK = 2;
const MAX_DC_BITS = 11;
const MAX_DC = 2047;

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
  if (count * MIN_BITS_PER_BLOCK > lastBit) throw new UnmarkableJpegError('damaged');
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
        if (entry === 0 || size > MAX_DC_BITS) throw new UnmarkableJpegError('damaged');
        bit += entry >> 8;
        let value = previous[c] as number;
        if (size > 0) {
          const raw = peek16(data, bit) >>> (16 - size);
          value += raw >>> (size - 1) === 1 ? raw : raw - (1 << size) + 1;
          bit += size;
        }
        if (value > MAX_DC || value < -MAX_DC) throw new UnmarkableJpegError('damaged');
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

/** 64 x 16 pixels, the piece of a picture that carries one bit of a viewer's code. */
export const TILE_MCUS = 4;

/** `ends` has the end of each tile in `bytes`, its restart or end marker included. */
export type Tiles = { bytes: Buffer; ends: Uint32Array };

const RST0 = 0xd0;
const EOI = 0xd9;
/** Besides its AC bits a block takes a DC code and a DC value, and every byte may be stuffed. */
const MAX_DC_BYTES = 4;

/** Cuts the scan into restart intervals and moves each DC value by `moves`, up for side 1 and down for side -1. */
export function writeTiles(
  { data, components, mcus }: Baseline,
  { dc, acStart, acEnd }: Blocks,
  moves: Int8Array,
  side: 1 | -1,
): Tiles {
  const ends = new Uint32Array(Math.ceil(mcus / TILE_MCUS));
  const writer = openBitWriter(2 * (data.length + mcus * BLOCKS_PER_MCU * MAX_DC_BYTES + 3 * ends.length));
  const previous = [0, 0, 0];
  let block = 0;
  for (let mcu = 0; mcu < mcus; mcu += 1) {
    for (let c = 0; c < 3; c += 1) {
      const { blocks, dc: table } = components[c] as Component;
      for (let i = 0; i < blocks; i += 1, block += 1) {
        const value = (dc[block] as number) + side * (moves[block] as number);
        const difference = value - (previous[c] as number);
        previous[c] = value;
        const size = 32 - Math.clz32(Math.abs(difference));
        const length = table.length[size] as number;
        if (length === 0) throw new UnmarkableJpegError('code_missing');
        writer.put(table.code[size] as number, length);
        if (size > 0) writer.put(difference > 0 ? difference : difference + (1 << size) - 1, size);
        writer.copy(data, acStart[block] as number, acEnd[block] as number);
      }
    }
    if ((mcu + 1) % TILE_MCUS === 0 || mcu + 1 === mcus) {
      const tile = Math.floor(mcu / TILE_MCUS);
      ends[tile] = writer.endTile(mcu + 1 === mcus ? EOI : RST0 + (tile & 7));
      previous.fill(0);
    }
  }
  return { bytes: writer.bytes(), ends };
}

function openBitWriter(capacity: number) {
  const out = Buffer.allocUnsafe(capacity);
  let at = 0;
  let held = 0;
  let heldBits = 0;

  /** Takes at most 24 bits, because up to 7 are still held. */
  function put(value: number, length: number): void {
    held = (held << length) | value;
    heldBits += length;
    while (heldBits >= 8) {
      heldBits -= 8;
      const byte = (held >>> heldBits) & 255;
      out[at++] = byte;
      if (byte === 255) out[at++] = 0;
    }
  }

  function copy(data: Buffer, start: number, end: number): void {
    let bit = start;
    for (; end - bit >= 24; bit += 24) put(peek24(data, bit), 24);
    if (end > bit) put(peek24(data, bit) >>> (24 - end + bit), end - bit);
  }

  /** Fills the last byte with ones, as the standard demands, and returns where the tile ends. */
  function endTile(marker: number): number {
    if (heldBits > 0) put((1 << (8 - heldBits)) - 1, 8 - heldBits);
    out[at++] = 0xff;
    out[at++] = marker;
    return at;
  }

  return { put, copy, endTile, bytes: () => out.subarray(0, at) };
}
