// Lays out a zip without compression, so that its size and every offset are known before any file is read.
import { createHash } from 'node:crypto';

export type ZipEntry = {
  name: string;
  sizeBytes: number;
  crc32: number;
  /** Local time like "2026-11-14 18:05:31", because a zip has no time zones. */
  wallClock: string;
};

/** A segment holds header bytes or the content of an entry. */
type ZipSegment = { start: number; endExclusive: number } & ({ bytes: Buffer } | { entry: number });

export type ZipLayout = { sizeBytes: number; etag: string; segments: ZipSegment[] };

const END_BYTES = 22;

const LIMIT_32 = 0xffff_ffff;
const LIMIT_16 = 0xffff;
const UTF8_NAMES = 0x0800;
const VERSION = { plain: 20, zip64: 45 };
const MADE_BY_UNIX = 3 << 8;
const REGULAR_FILE = (0o100644 << 16) >>> 0;

/** Is deterministic: the same entries always give the same bytes and ETag. */
export function layOutZip(entries: readonly ZipEntry[]): ZipLayout {
  const segments: ZipSegment[] = [];
  const writer = startZip();
  for (const [index, entry] of entries.entries()) {
    const start = writer.position();
    const bytes = writer.add(entry);
    const dataStart = start + bytes.length;
    segments.push({ start, endExclusive: dataStart, bytes });
    if (entry.sizeBytes > 0) {
      segments.push({ start: dataStart, endExclusive: writer.position(), entry: index });
    }
  }
  const position = writer.position();
  const ending = writer.end();
  const sizeBytes = position + ending.length;
  segments.push({ start: position, endExclusive: sizeBytes, bytes: ending });
  const etag = `"${createHash('sha256').update(ending).digest('base64url')}"`;
  return { sizeBytes, etag, segments };
}

/** Writes a zip entry by entry, for files that are not all known before the first byte is sent. */
type ZipWriter = {
  /** The offset of the next entry. */
  position(): number;
  /** Returns the bytes that come before the content of the entry. */
  add(entry: ZipEntry): Buffer;
  /** Returns the bytes after the content of the last entry. */
  end(): Buffer;
};

export function startZip(): ZipWriter {
  const directory: Buffer[] = [];
  let position = 0;
  return {
    position: () => position,
    add(entry) {
      const name = Buffer.from(entry.name, 'utf8');
      const header = localHeader(entry, name);
      directory.push(directoryHeader(entry, name, position));
      position += header.length + entry.sizeBytes;
      return header;
    },
    end() {
      const bytes = Buffer.concat(directory);
      return Buffer.concat([bytes, ...endOfZip(directory.length, bytes.length, position)]);
    },
  };
}

function localHeader({ sizeBytes, crc32, wallClock }: ZipEntry, name: Buffer): Buffer {
  const isLarge = sizeBytes >= LIMIT_32;
  const extra = isLarge ? zip64Extra([sizeBytes, sizeBytes]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(isLarge ? VERSION.zip64 : VERSION.plain, 4);
  header.writeUInt16LE(UTF8_NAMES, 6);
  header.writeUInt32LE(dosTime(wallClock), 10);
  header.writeUInt32LE(crc32, 14);
  header.writeUInt32LE(Math.min(sizeBytes, LIMIT_32), 18);
  header.writeUInt32LE(Math.min(sizeBytes, LIMIT_32), 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

function directoryHeader(
  { sizeBytes, crc32, wallClock }: ZipEntry,
  name: Buffer,
  headerStart: number,
): Buffer {
  const tooLarge = [...(sizeBytes >= LIMIT_32 ? [sizeBytes, sizeBytes] : [])];
  if (headerStart >= LIMIT_32) tooLarge.push(headerStart);
  const extra = tooLarge.length > 0 ? zip64Extra(tooLarge) : Buffer.alloc(0);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY_UNIX | VERSION.zip64, 4);
  header.writeUInt16LE(extra.length > 0 ? VERSION.zip64 : VERSION.plain, 6);
  header.writeUInt16LE(UTF8_NAMES, 8);
  header.writeUInt32LE(dosTime(wallClock), 12);
  header.writeUInt32LE(crc32, 16);
  header.writeUInt32LE(Math.min(sizeBytes, LIMIT_32), 20);
  header.writeUInt32LE(Math.min(sizeBytes, LIMIT_32), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(REGULAR_FILE, 38);
  header.writeUInt32LE(Math.min(headerStart, LIMIT_32), 42);
  return Buffer.concat([header, name, extra]);
}

function zip64Extra(values: number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return extra;
}

function endOfZip(entries: number, directoryBytes: number, directoryStart: number): Buffer[] {
  const isLarge = entries >= LIMIT_16 || directoryStart >= LIMIT_32 || directoryBytes >= LIMIT_32;
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, LIMIT_16), 8);
  end.writeUInt16LE(Math.min(entries, LIMIT_16), 10);
  end.writeUInt32LE(isLarge ? LIMIT_32 : directoryBytes, 12);
  end.writeUInt32LE(isLarge ? LIMIT_32 : directoryStart, 16);
  return isLarge ? [zip64End(entries, directoryBytes, directoryStart), end] : [end];
}

function zip64End(entries: number, directoryBytes: number, directoryStart: number): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(MADE_BY_UNIX | VERSION.zip64, 12);
  end.writeUInt16LE(VERSION.zip64, 14);
  end.writeBigUInt64LE(BigInt(entries), 24);
  end.writeBigUInt64LE(BigInt(entries), 32);
  end.writeBigUInt64LE(BigInt(directoryBytes), 40);
  end.writeBigUInt64LE(BigInt(directoryStart), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(directoryStart + directoryBytes), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

/** MS-DOS format: the time in the low half in steps of two seconds, the date in the high half from 1980. */
function dosTime(wallClock: string): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = wallClock.split(/\D/).map(Number);
  const yearsSince1980 = Math.min(127, Math.max(0, year - 1980));
  const date = (yearsSince1980 << 9) | (month << 5) | day;
  const time = (hour << 11) | (minute << 5) | (second >> 1);
  return ((date << 16) | time) >>> 0;
}

/** Reads one stored file. */
type EntryReader = {
  /** Fills the target and throws if the file ends too early. */
  read(target: Buffer): Promise<void>;
  close(): Promise<void>;
};

type OpenEntry = (entry: number, start: number) => Promise<EntryReader>;

type ZipReader = {
  /** Fills the whole buffer. Reading past the end of the range throws. */
  fill(buffer: Buffer): Promise<void>;
  readonly entry: number;
  close(): Promise<void>;
};

/** Puts headers and files into the same buffer, so that small files need no write of their own. */
export function readZip(
  { segments }: ZipLayout,
  range: { start: number; endExclusive: number },
  openEntry: OpenEntry,
): ZipReader {
  let position = range.start;
  let index = segmentAt(segments, position);
  let entry = nextEntry(segments, index);
  let open: EntryReader | undefined;

  async function close(): Promise<void> {
    const reader = open;
    open = undefined;
    await reader?.close();
  }

  async function take(target: Buffer): Promise<number> {
    const segment = segments[index];
    if (!segment || position >= range.endExclusive) throw new RangeError('read past the end of the range');
    const length = Math.min(target.length, segment.endExclusive - position);
    const offset = position - segment.start;
    if ('bytes' in segment) segment.bytes.copy(target, 0, offset, offset + length);
    else {
      entry = segment.entry;
      open ??= await openEntry(entry, offset);
      await open.read(target.subarray(0, length));
    }
    position += length;
    if (position === segment.endExclusive) {
      await close();
      index += 1;
    }
    return length;
  }

  return {
    get entry() {
      return entry;
    },
    close,
    async fill(buffer) {
      for (let filled = 0; filled < buffer.length; ) filled += await take(buffer.subarray(filled));
    },
  };
}

function segmentAt(segments: ZipLayout['segments'], position: number): number {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((segments[middle]?.start ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function nextEntry(segments: ZipLayout['segments'], from: number): number {
  const next = segments.slice(from, from + 2).find((segment) => 'entry' in segment);
  return next && 'entry' in next ? next.entry : 0;
}
