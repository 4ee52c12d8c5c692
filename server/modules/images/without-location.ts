// No file may leave the server with location data or with names tagged on faces, and its pixels must stay untouched.

export type BlankSpan = { start: number; endExclusive: number; fill: number };

export const EXIF_HEADER = Buffer.from('Exif\0\0', 'latin1');
const XMP_HEADER = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
const LONG_XMP_HEADER = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1');
const GPS_IFD_TAG = 0x8825;
const BYTES_OF_TYPE = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const MAX_IFDS = 8;
/** A directory has fewer than a hundred entries, and a file few embedded previews; more were made to keep the process busy. */
const MAX_ENTRIES = 500;
const MAX_PICTURES = 100;
const MAX_LONG_XMP_SEGMENTS = 10_000;
const SPACE = 0x20;

/**
 * Finds the GPS data in the EXIF and XMP of a JPEG, including embedded previews, the people tagged in XMP, and long XMP. Blanking it
 * keeps the length of the file and every other byte, so that pixels are not encoded again and byte ranges stay valid.
 */
export function findLocation(jpeg: Buffer): BlankSpan[] {
  const exif = positionsOf(jpeg, EXIF_HEADER)
    .slice(0, MAX_PICTURES)
    .flatMap((at) => gpsDirectories(jpeg, at + EXIF_HEADER.length));
  return [...exif, ...privateProperties(jpeg), ...longNotes(jpeg)];
}

export function overwrite(at: number, bytes: Iterable<number>): BlankSpan[] {
  return [...bytes].map((fill, place) => ({ start: at + place, endExclusive: at + place + 1, fill }));
}

/** Changes the piece itself. The spans must be sorted. */
export function blankInPlace(piece: Buffer, pieceStart: number, spans: readonly BlankSpan[]): void {
  const pieceEnd = pieceStart + piece.length;
  for (const { start, endExclusive, fill } of spans) {
    if (start >= pieceEnd) return;
    if (endExclusive > pieceStart) {
      piece.fill(fill, Math.max(0, start - pieceStart), Math.min(piece.length, endExclusive - pieceStart));
    }
  }
}

function positionsOf(file: Buffer, wanted: Buffer): number[] {
  const found: number[] = [];
  for (let at = file.indexOf(wanted); at !== -1; at = file.indexOf(wanted, at + wanted.length))
    found.push(at);
  return found;
}

/** Reads numbers of a TIFF block; what lies outside the file is 0. */
export function readTiff(file: Buffer, start: number, end = file.length) {
  const isLittle = file.toString('latin1', start, start + 2) === 'II';
  const isInside = (at: number, size: number) => at >= 0 && at + size <= end;
  return {
    isLittle,
    u16: (at: number) => (isInside(at, 2) ? (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at)) : 0),
    u32: (at: number) => (isInside(at, 4) ? (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at)) : 0),
  };
}

function gpsDirectories(file: Buffer, tiffStart: number): BlankSpan[] {
  const { u16, u32 } = readTiff(file, tiffStart);
  if (u16(tiffStart + 2) !== 42) return [];

  const entriesAt = (ifd: number) =>
    Array.from({ length: Math.min(u16(ifd), MAX_ENTRIES) }, (_, index) => ifd + 2 + index * 12);
  const zeros = (start: number, length: number) => ({ start, endExclusive: start + length, fill: 0 });

  const spans: BlankSpan[] = [];
  let ifd = tiffStart + u32(tiffStart + 4);
  for (let ifds = 0; ifds < MAX_IFDS && ifd > tiffStart; ifds++) {
    const pointers = entriesAt(ifd).filter((entry) => u16(entry) === GPS_IFD_TAG);
    for (const pointer of pointers.slice(0, MAX_IFDS)) {
      const gps = tiffStart + u32(pointer + 8);
      for (const entry of entriesAt(gps)) {
        const length = (BYTES_OF_TYPE[u16(entry + 2)] ?? 0) * u32(entry + 4);
        if (length > 4) spans.push(zeros(tiffStart + u32(entry + 8), length));
      }
      spans.push(zeros(gps, 2 + u16(gps) * 12 + 4));
    }
    const next = u32(ifd + 2 + u16(ifd) * 12);
    ifd = next === 0 ? 0 : tiffStart + next;
  }
  return spans;
}

// Bounded, because each beginning of a match may be read to the end of its segment.
const GPS_ATTRIBUTE = /(?<!xmlns:|\w)GPS\w{0,40}\s{0,9}=\s{0,9}(?:"([^"]{0,300})"|'([^']{0,300})')/dgi;
const GPS_ELEMENT = /(?<!\w)GPS\w{0,40}(?:\s[^<>]{0,40})?>([^<]{0,300})</dgi;
/** Photo programs write who is on a photo, and where each face is. */
const TAGGED_PEOPLE =
  /<([\w-]{1,40}:(?:Regions|RegionInfo|PersonInImage(?:WDetails)?))(?:\s[^<>]{0,400})?>/gi;

/**
 * What does not fit in one segment goes as a whole: a name or a position may be cut anywhere, and programs put copies of the
 * picture there, with its location.
 */
function longNotes(file: Buffer): BlankSpan[] {
  return positionsOf(file, LONG_XMP_HEADER)
    .slice(0, MAX_LONG_XMP_SEGMENTS)
    .map((start) => ({ start, endExclusive: start - 2 + file.readUInt16BE(start - 2), fill: 0 }));
}

function privateProperties(file: Buffer): BlankSpan[] {
  let end = 0;
  let segments = 0;
  return positionsOf(file, XMP_HEADER).flatMap((headerAt) => {
    // The two bytes before the header hold the length of the segment. One inside another was read with it.
    const start = headerAt - 2;
    if (start < end || ++segments > MAX_PICTURES) return [];
    end = start + file.readUInt16BE(start);
    const text = file.toString('latin1', start, end);
    const gps = [GPS_ATTRIBUTE, GPS_ELEMENT].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(
        ({ indices }): [number, number] => indices?.[1] ?? indices?.[2] ?? [0, 0],
      ),
    );
    return [...gps, ...taggedPeople(text)].flatMap(([from, to]) =>
      to > from ? [{ start: start + from, endExclusive: start + to, fill: SPACE }] : [],
    );
  });
}

function taggedPeople(text: string): [from: number, to: number][] {
  const found: [number, number][] = [];
  let end = 0;
  for (const { 0: tag, 1: name, index } of text.matchAll(TAGGED_PEOPLE)) {
    // What lies inside another one is blanked with it.
    if (index < end) continue;
    const from = index + tag.length;
    end = text.indexOf(`</${name}`, from);
    if (end === -1) return found;
    found.push([from, end]);
  }
  return found;
}
