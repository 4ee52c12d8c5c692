// Staff turn a photo by changing the orientation in its header, so that its pixels are not encoded again.
import { type BlankSpan, EXIF_HEADER, overwrite, readTiff } from './without-location.ts';

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
export const APP0 = 0xe0;
export const APP1 = 0xe1;
export const START_OF_SCAN = 0xda;

/** The orientations that follow each other when a picture is turned clockwise by 90 degrees; 2 starts the mirrored ones. */
const CIRCLES = [
  [1, 6, 3, 8],
  [2, 7, 4, 5],
] as const;

export function turnOrientation(orientation: number, rotation: number): number {
  const circle = CIRCLES.find((known) => (known as readonly number[]).includes(orientation)) ?? CIRCLES[0];
  const start = Math.max(0, (circle as readonly number[]).indexOf(orientation));
  return circle[(start + rotation / 90) % 4] ?? 1;
}

/** Returns the bytes to overwrite, or a longer copy if the header has no place for an orientation. */
export function turnJpeg(jpeg: Buffer, rotation: number): { spans: BlankSpan[]; copy?: Buffer } {
  if (rotation === 0) return { spans: [] };
  const found = findOrientation(jpeg);
  const orientation = turnOrientation(found?.value ?? 1, rotation);
  if (!found) return { spans: [], copy: insertOrientation(jpeg, orientation) };
  return { spans: overwrite(found.at, found.isLittle ? [orientation, 0] : [0, orientation]) };
}

type Orientation = { at: number; isLittle: boolean; value: number };

function findOrientation(jpeg: Buffer): Orientation | undefined {
  for (const { marker, start, end } of segmentsOf(jpeg)) {
    if (marker !== APP1 || !jpeg.subarray(start, start + EXIF_HEADER.length).equals(EXIF_HEADER)) continue;
    return orientationIn(jpeg, start + EXIF_HEADER.length, end);
  }
  return undefined;
}

export type Segment = { marker: number; start: number; end: number };

export function* segmentsOf(jpeg: Buffer): Generator<Segment> {
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff; ) {
    const marker = jpeg[at + 1] ?? START_OF_SCAN;
    const length = jpeg.readUInt16BE(at + 2);
    if (marker === START_OF_SCAN || length < 2) return;
    yield { marker, start: at + 4, end: Math.min(at + 2 + length, jpeg.length) };
    at += 2 + length;
  }
}

function orientationIn(jpeg: Buffer, tiff: number, end: number): Orientation | undefined {
  const { isLittle, u16, u32 } = readTiff(jpeg, tiff, end);
  if (u16(tiff + 2) !== 42) return undefined;
  const directory = tiff + u32(tiff + 4);
  for (let entry = 0; entry < u16(directory); entry += 1) {
    const at = directory + 2 + entry * 12;
    if (u16(at) !== ORIENTATION_TAG || u16(at + 2) !== SHORT || at + 10 > end) continue;
    return { at: at + 8, isLittle, value: u16(at + 8) };
  }
  return undefined;
}

/** Puts a header that holds only the orientation behind the one that must come first. */
function insertOrientation(jpeg: Buffer, orientation: number): Buffer {
  const [first] = segmentsOf(jpeg);
  const place = first?.marker === APP0 ? first.end : 2;
  const entry = [0x01, 0x12, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0];
  const tiff = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]);
  const length = 2 + EXIF_HEADER.length + tiff.length;
  const head = Buffer.from([0xff, APP1, length >> 8, length & 0xff]);
  return Buffer.concat([jpeg.subarray(0, place), head, EXIF_HEADER, tiff, jpeg.subarray(place)]);
}
