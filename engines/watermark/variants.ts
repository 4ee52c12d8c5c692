import { crc32 } from 'node:zlib';
import { MCU_SIDE } from './baseline-jpeg.ts';
import { bitOf } from './codeword.ts';
import type { Tiles } from './scan.ts';

// The layout of stored variants: a header, the JPEG header that both sides share, the lengths of the tiles of A and of B,
// the tiles of A, the tiles of B. Numbers are big-endian.

export type PairHeader = {
  keyId: string;
  width: number;
  height: number;
  tileMcus: number;
  tiles: number;
};

/**
 * `endsA` and `endsB` have the end of each tile in `a` and `b`; `head` is the JPEG header of both. `checkSum` covers
 * the header and the lengths of all tiles, which differ between any two pictures.
 */
export type Variants = PairHeader & {
  checkSum: number;
  head: Buffer;
  a: Buffer;
  b: Buffer;
  endsA: Uint32Array;
  endsB: Uint32Array;
};

/** The stored bytes are not variants, or not a whole one. */
export class DamagedVariantsError extends Error {
  constructor(problem: string) {
    super(`The stored variants are damaged: ${problem}.`);
    this.name = 'DamagedVariantsError';
  }
}

const MAGIC = 'ENCP';
const VERSION = 1;
/** Magic, version, length of the key id, width, height, MCUs of a tile, tiles, bytes of the head, check sum. */
const FIXED_BYTES = 4 + 1 + 1 + 2 + 2 + 2 + 4 + 4 + 4;
const CRC_AT = FIXED_BYTES - 4;
const LONGEST_KEY_ID = 64;

type Parts = Omit<PairHeader, 'tiles'> & { head: Buffer; a: Tiles; b: Tiles };

export function packVariants({ keyId, width, height, tileMcus, head, a, b }: Parts): Buffer {
  const key = Buffer.from(keyId);
  if (key.length > LONGEST_KEY_ID) throw new RangeError('The id of a key has at most 64 bytes.');
  const lengths = Buffer.alloc((a.ends.length + b.ends.length) * 2);
  writeLengths(lengths, 0, a.ends);
  writeLengths(lengths, a.ends.length * 2, b.ends);
  const fixed = Buffer.alloc(FIXED_BYTES);
  fixed.write(MAGIC, 'latin1');
  fixed[4] = VERSION;
  fixed[5] = key.length;
  fixed.writeUInt16BE(width, 6);
  fixed.writeUInt16BE(height, 8);
  fixed.writeUInt16BE(tileMcus, 10);
  fixed.writeUInt32BE(a.ends.length, 12);
  fixed.writeUInt32BE(head.length, 16);
  fixed.writeUInt32BE(checkSum(fixed, key, head, lengths), CRC_AT);
  return Buffer.concat([fixed, key, head, lengths, a.bytes, b.bytes]);
}

/** Tells variants from a plain JPEG by its first bytes. */
export function areVariants(object: Buffer): boolean {
  return object.toString('latin1', 0, MAGIC.length) === MAGIC;
}

/** Needs only the start of the object, at least 92 bytes. */
export function readPairHeader(object: Buffer): PairHeader {
  if (object.length < FIXED_BYTES || object.toString('latin1', 0, 4) !== MAGIC) {
    throw new DamagedVariantsError('it does not start like variants');
  }
  if (object[4] !== VERSION) throw new DamagedVariantsError('its version is unknown');
  const keyBytes = object[5] as number;
  if (keyBytes > LONGEST_KEY_ID || FIXED_BYTES + keyBytes > object.length) {
    throw new DamagedVariantsError('the id of its key is too long');
  }
  const [width, height] = [object.readUInt16BE(6), object.readUInt16BE(8)];
  const [tileMcus, tiles] = [object.readUInt16BE(10), object.readUInt32BE(12)];
  const mcus = Math.ceil(width / MCU_SIDE) * Math.ceil(height / MCU_SIDE);
  if (mcus === 0 || tileMcus === 0 || tiles !== Math.ceil(mcus / tileMcus)) {
    throw new DamagedVariantsError('its tiles do not cover the picture');
  }
  const keyId = object.toString('utf8', FIXED_BYTES, FIXED_BYTES + keyBytes);
  return { keyId, width, height, tileMcus, tiles };
}

/** The parts of the variants are views of the object, which must not be changed afterwards. */
export function openVariants(object: Buffer): Variants {
  const header = readPairHeader(object);
  const keyEnd = FIXED_BYTES + (object[5] as number);
  const headEnd = keyEnd + object.readUInt32BE(16);
  const lengthsEnd = headEnd + header.tiles * 4;
  if (lengthsEnd > object.length) throw new DamagedVariantsError('it is too short');
  const head = object.subarray(keyEnd, headEnd);
  const lengths = object.subarray(headEnd, lengthsEnd);
  const sum = checkSum(object.subarray(0, FIXED_BYTES), object.subarray(FIXED_BYTES, keyEnd), head, lengths);
  if (sum !== object.readUInt32BE(CRC_AT)) throw new DamagedVariantsError('its header was changed');
  const endsA = readEnds(lengths, 0, header.tiles);
  const endsB = readEnds(lengths, header.tiles * 2, header.tiles);
  const startOfB = lengthsEnd + (endsA.at(-1) as number);
  const end = startOfB + (endsB.at(-1) as number);
  if (end !== object.length) throw new DamagedVariantsError('its length is not the length of its tiles');
  return {
    ...header,
    checkSum: sum,
    head,
    a: object.subarray(lengthsEnd, startOfB),
    b: object.subarray(startOfB),
    endsA,
    endsB,
  };
}

/** A tile of 8 MCUs has at most 20,000 bytes, so two bytes hold its length. */
function writeLengths(lengths: Buffer, start: number, ends: Uint32Array): void {
  let previous = 0;
  for (const [tile, end] of ends.entries()) {
    lengths.writeUInt16BE(end - previous, start + tile * 2);
    previous = end;
  }
}

function readEnds(lengths: Buffer, start: number, tiles: number): Uint32Array {
  const ends = new Uint32Array(tiles);
  let end = 0;
  for (let tile = 0; tile < tiles; tile += 1) {
    end += lengths.readUInt16BE(start + tile * 2);
    ends[tile] = end;
  }
  return ends;
}

function checkSum(fixed: Buffer, ...parts: Buffer[]): number {
  return parts.reduce((sum, part) => crc32(part, sum), crc32(fixed.subarray(0, CRC_AT)));
}

export function assembledLength(variants: Variants, code: Uint8Array): number {
  const { tiles, endsA, endsB } = variants;
  if (code.length * 8 < tiles) throw new RangeError('The code has fewer bits than the picture has tiles.');
  let length = variants.head.length;
  let startA = 0;
  let startB = 0;
  for (let tile = 0; tile < tiles; tile += 1) {
    const [endA, endB] = [endsA[tile] as number, endsB[tile] as number];
    length += bitOf(code, tile) === 1 ? endA - startA : endB - startB;
    startA = endA;
    startB = endB;
  }
  return length;
}

/** Returns the viewer's copy as a complete JPEG. */
export function assemble(variants: Variants, code: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafe(assembledLength(variants, code));
  assembleInto(copy, variants, code);
  return copy;
}

/** Writes the viewer's copy into a buffer of its length. */
export function assembleInto(copy: Buffer, variants: Variants, code: Uint8Array): void {
  const { tiles, a, b, endsA, endsB } = variants;
  let at = variants.head.copy(copy);
  for (let tile = 0; tile < tiles; ) {
    const bit = bitOf(code, tile);
    // Neighboring tiles of one side lie next to each other in storage, so they are copied at once.
    let end = tile + 1;
    while (end < tiles && bitOf(code, end) === bit) end += 1;
    if (bit === 1) at += a.copy(copy, at, tile === 0 ? 0 : endsA[tile - 1], endsA[end - 1]);
    else at += b.copy(copy, at, tile === 0 ? 0 : endsB[tile - 1], endsB[end - 1]);
    tile = end;
  }
}
