// Reads zips from their end, as other programs do, and shares no code with the writer.

export type ZipListing = {
  name: string;
  sizeBytes: number;
  crc32: number;
  dataStart: number;
  date: string;
  isUtf8: boolean;
  method: number;
}[];

type ReadAt = (start: number, length: number) => Buffer;

const FULL_32 = 0xffff_ffff;
const FULL_16 = 0xffff;

export function readZipDirectory(sizeBytes: number, readAt: ReadAt): ZipListing {
  const { entries, start, length } = findDirectory(sizeBytes, readAt);
  const directory = readAt(start, length);
  const listing: ZipListing = [];
  let at = 0;
  while (at < directory.length) {
    expectSignature(directory.readUInt32LE(at), 0x02014b50);
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const nextLarge = largeValues(extra);
    const real = (value: number) => (value === FULL_32 ? nextLarge() : value);
    real(directory.readUInt32LE(at + 24));
    const size = real(directory.readUInt32LE(at + 20));
    const headerStart = real(directory.readUInt32LE(at + 42));
    const header = readAt(headerStart, 30);
    expectSignature(header.readUInt32LE(0), 0x04034b50);
    listing.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      sizeBytes: size,
      crc32: directory.readUInt32LE(at + 16),
      dataStart: headerStart + 30 + header.readUInt16LE(26) + header.readUInt16LE(28),
      date: dosDate(directory.readUInt16LE(at + 14), directory.readUInt16LE(at + 12)),
      isUtf8: (directory.readUInt16LE(at + 8) & 0x0800) !== 0,
      method: directory.readUInt16LE(at + 10),
    });
    at += 46 + nameLength + extraLength;
  }
  if (listing.length !== entries) throw new Error(`${listing.length} entries, ${entries} announced`);
  return listing;
}

export function readZipBuffer(zip: Buffer) {
  const readAt: ReadAt = (start, length) => zip.subarray(start, start + length);
  return readZipDirectory(zip.length, readAt).map((entry) => ({
    ...entry,
    content: readAt(entry.dataStart, entry.sizeBytes),
  }));
}

function findDirectory(sizeBytes: number, readAt: ReadAt) {
  const end = readAt(sizeBytes - 22, 22);
  expectSignature(end.readUInt32LE(0), 0x06054b50);
  const small = {
    entries: end.readUInt16LE(10),
    length: end.readUInt32LE(12),
    start: end.readUInt32LE(16),
  };
  if (small.entries !== FULL_16 && small.start !== FULL_32 && small.length !== FULL_32) return small;
  const locator = readAt(sizeBytes - 42, 20);
  expectSignature(locator.readUInt32LE(0), 0x07064b50);
  const large = readAt(Number(locator.readBigUInt64LE(8)), 56);
  expectSignature(large.readUInt32LE(0), 0x06064b50);
  return {
    entries: Number(large.readBigUInt64LE(32)),
    length: Number(large.readBigUInt64LE(40)),
    start: Number(large.readBigUInt64LE(48)),
  };
}

function largeValues(extra: Buffer): () => number {
  let at = 4;
  return () => {
    if (extra.readUInt16LE(0) !== 1) throw new Error('a large value without its field');
    at += 8;
    return Number(extra.readBigUInt64LE(at - 8));
  };
}

function expectSignature(found: number, wanted: number): void {
  if (found !== wanted) throw new Error(`${found.toString(16)} where ${wanted.toString(16)} belongs`);
}

function dosDate(date: number, time: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${(date >> 9) + 1980}-${two((date >> 5) & 15)}-${two(date & 31)}`;
  return `${day} ${two(time >> 11)}:${two((time >> 5) & 63)}:${two((time & 31) * 2)}`;
}
