import type { Spool } from './uploads/upload-pieces.ts';

const HEAD_BYTES = 12;
const TAIL_BYTES = 64 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const START_OF_PICTURE = 0xffd8;
const START_OF_SCAN = 0xffda;
const END_MARK = Buffer.from([0xff, 0xd9]);

/** Tells whether a picture reaches its end, as far as its format says where that is. */
export async function isWholePicture(spool: Spool): Promise<boolean> {
  const size = spool.sizeBytes;
  if (size < HEAD_BYTES) return false;
  const head = await spool.read(0, HEAD_BYTES);
  if (head.readUInt16BE(0) === START_OF_PICTURE) return isWholeJpeg(spool);
  if (head.toString('latin1', 1, 4) === 'PNG')
    return (await spool.read(Math.max(0, size - TAIL_BYTES), size)).includes('IEND');
  if (head.toString('latin1', 0, 4) === 'RIFF') return size >= head.readUInt32LE(4) + 8;
  return true;
}

/**
 * The end mark cannot occur among the bytes of the picture itself. Cameras append smaller copies with the same mark at their
 * end, so a file that ends in it is whole; programs append zeros or notes of their own.
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
  if (mark === undefined || mark + 4 > spool.sizeBytes) return false;
  const behind = await spool.read(mark + 2, mark + 4);
  return behind.readUInt16BE(0) !== START_OF_PICTURE;
}

/** The small picture among the notes in front of the scan has marks of its own, so they are passed over. */
async function findScan(spool: Spool): Promise<number | undefined> {
  for (let at = 2; at + 4 <= spool.sizeBytes; ) {
    const segment = await spool.read(at, at + 4);
    if (segment[0] !== 0xff) return undefined;
    if (segment.readUInt16BE(0) === START_OF_SCAN) return at;
    at += 2 + segment.readUInt16BE(2);
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
