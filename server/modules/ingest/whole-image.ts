import type { Spool } from './uploads/upload-pieces.ts';

const HEAD_BYTES = 12;
const TAIL_BYTES = 64 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const HEADER_BYTES = 16 * 1024;
const START_OF_PICTURE = 0xffd8;
const START_OF_SCAN = 0xffda;
const START_MARK = Buffer.from([0xff, 0xd8]);
const END_MARK = Buffer.from([0xff, 0xd9]);

/** Returns whether a picture reaches its end, as far as its format says where that is. */
export async function isWholeImage(spool: Spool): Promise<boolean> {
  const size = spool.sizeBytes;
  if (size < HEAD_BYTES) return false;
  const head = await spool.read(0, HEAD_BYTES);
  if (head.readUInt16BE(0) === START_OF_PICTURE) return isWholeJpeg(spool);
  if (head.toString('latin1', 1, 4) === 'PNG')
    return (await spool.read(Math.max(0, size - TAIL_BYTES), size)).includes('IEND');
  if (head.toString('latin1', 0, 4) === 'RIFF') return size >= head.readUInt32LE(4) + 8;
  return /^(II\*\0|MM\0\*)/.test(head.toString('latin1')) ? isWholeTiff(spool, head) : true;
}

/**
 * The end mark cannot occur among the bytes of the picture itself. Cameras append smaller copies with the same mark at their
 * end, so a file that ends in it is whole; programs append zeros or their own notes.
 */
async function isWholeJpeg(spool: Spool): Promise<boolean> {
  const scan = await findScan(spool);
  if (scan === undefined) return false;
  const from = Math.max(scan, spool.sizeBytes - TAIL_BYTES);
  const tail = await spool.read(from, spool.sizeBytes);
  let end = tail.length;
  while (end > 0 && tail[end - 1] === 0) end -= 1;
  if (end >= 2 && tail.subarray(end - 2, end).equals(END_MARK)) return true;
  const mark = await findEndMark(spool, scan);
  if (mark === undefined) return false;
  // A copy that was cut off begins here, or would.
  const behind = await spool.read(mark + 2, Math.min(mark + 4, spool.sizeBytes));
  return !START_MARK.subarray(0, behind.length).equals(behind);
}

/** The small picture in the metadata before the scan has its own markers, so these are skipped. */
async function findScan(spool: Spool): Promise<number | undefined> {
  let known: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  for (let at = 2; at + 4 <= spool.sizeBytes; ) {
    // A damaged file may have millions of markers.
    if (at + 4 > known.start + known.bytes.length) {
      known = { start: at, bytes: await spool.read(at, Math.min(at + HEADER_BYTES, spool.sizeBytes)) };
    }
    const segment = known.bytes.subarray(at - known.start, at - known.start + 4);
    if (segment[0] !== 0xff) return undefined;
    if (segment.readUInt16BE(0) === START_OF_SCAN) return at;
    // Any number of fill bytes may precede a marker.
    at += segment[1] === 0xff ? 1 : 2 + segment.readUInt16BE(2);
  }
  return undefined;
}

async function findEndMark(spool: Spool, from: number): Promise<number | undefined> {
  for (let start = from; start < spool.sizeBytes; start += CHUNK_BYTES) {
    // Chunks overlap by a byte, because the mark has two.
    const chunk = await spool.read(start, Math.min(start + CHUNK_BYTES + 1, spool.sizeBytes));
    const found = chunk.indexOf(END_MARK);
    if (found !== -1) return start + found;
  }
  return undefined;
}

const TIFF_OFFSETS = [273, 324];
const TIFF_COUNTS = [279, 325];
const TIFF_ENTRY_BYTES = 12;
const TIFF_SHORT = 3;
/** Far more than any camera writes. */
const MAX_TIFF_PAGES = 20;
const MAX_TIFF_STRIPS = 100_000;

/** Strips or tiles may lie anywhere, so each one has to end before the file does. */
async function isWholeTiff(spool: Spool, head: Buffer): Promise<boolean> {
  const isLittle = head[0] === 0x49;
  const number = (bytes: Buffer, at: number, size: number) =>
    isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
  const readAt = async (start: number, length: number) =>
    start + length <= spool.sizeBytes ? spool.read(start, start + length) : undefined;

  /** Returns the numbers of one entry, or undefined if they are past the end. */
  async function valuesOf(entry: Buffer): Promise<number[] | undefined> {
    const size = number(entry, 2, 2) === TIFF_SHORT ? 2 : 4;
    const count = Math.min(number(entry, 4, 4), MAX_TIFF_STRIPS);
    const isInside = count * size <= 4;
    const bytes = isInside ? entry.subarray(8) : await readAt(number(entry, 8, 4), count * size);
    return bytes && Array.from({ length: count }, (_, index) => number(bytes, index * size, size));
  }

  for (let page = 0, at = number(head, 4, 4); at !== 0 && page < MAX_TIFF_PAGES; page += 1) {
    const start = await readAt(at, 2);
    const length = start && number(start, 0, 2) * TIFF_ENTRY_BYTES;
    const directory = length === undefined ? undefined : await readAt(at + 2, length + 4);
    if (!directory || length === undefined) return false;
    const find = async (tags: readonly number[]) => {
      for (let from = 0; from < length; from += TIFF_ENTRY_BYTES)
        if (tags.includes(number(directory, from, 2)))
          return valuesOf(directory.subarray(from, from + TIFF_ENTRY_BYTES));
      return [];
    };
    const [offsets, counts] = [await find(TIFF_OFFSETS), await find(TIFF_COUNTS)];
    if (!offsets || !counts) return false;
    if (offsets.some((offset, strip) => offset + (counts[strip] ?? 0) > spool.sizeBytes)) return false;
    at = number(directory, length, 4);
  }
  return true;
}
