import type { StoredReader } from '#server/platform/storage/storage.ts';
import type { ZipLayout } from './zip-layout.ts';

export type OpenEntry = (entry: number, start: number) => Promise<StoredReader>;

export type ZipReader = {
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
  let open: StoredReader | undefined;

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
