import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  decodePhoto,
  type MarkedDerivatives,
  makeDerivatives,
  readPhotoHeader,
} from '#server/modules/images/derivatives.ts';
import { fingerprintPixels } from '#server/modules/images/fingerprints.ts';
import type { Mark } from '#server/modules/images/mark.ts';
import type { TraceKey } from '#server/modules/images/trace-keys.ts';
import type { Palette } from './palettes.ts';
import { makeDemoPhoto, scenesFor } from './photos.ts';
import type { TeamLook } from './team-look.ts';

export type PhotoMarks = { mark: Mark; traceKey: TraceKey };

export type PoolPhoto = {
  original: Buffer;
  contentHash: Buffer;
  crc32: number;
  width: number;
  height: number;
  derivatives: MarkedDerivatives;
  fingerprint: Buffer;
  /** Further events link to the file at this place instead of storing another copy. */
  placed?: { eventId: number; folder: string; imageId: number };
};

/** A pair is shared by all images of a frame; their codes differ nevertheless, because they name the image. */
const SHARED_PAIR = 0;
const SEEDS_PER_TEAM = 1000;

export type PhotoPool = (position: number) => Promise<PoolPhoto>;

/** Draws each frame of a team once and reuses it at several events, because drawing all of them takes minutes. */
export function openPhotoPool(
  { palette, look, firstSeed }: { palette: Palette; look: TeamLook; firstSeed: number },
  marks: PhotoMarks,
  widthPx: number,
): PhotoPool {
  const scenes = scenesFor(palette);

  async function draw(position: number): Promise<PoolPhoto> {
    // Each team starts with another scene, so that the covers of a list differ.
    const scene = scenes[(firstSeed + position) % scenes.length];
    if (!scene) throw new Error(`there is no demo scene in ${palette}`);
    const original = await makeDemoPhoto({
      scene,
      look,
      seed: firstSeed * SEEDS_PER_TEAM + position + 1,
      width: scene.width < scene.height ? Math.round(widthPx * 0.7) : widthPx,
      cameraSerial: 'DEMO-0001',
      capturedAt: new Date('2026-01-01T12:00:00Z'),
      photographer: 'Demo Photographer',
    });
    const { width, height } = await readPhotoHeader(original);
    const pixels = await decodePhoto(original);
    return {
      ...factsOf(original),
      width,
      height,
      fingerprint: await fingerprintPixels(pixels),
      derivatives: await makeDerivatives(pixels, { ...marks, imageId: SHARED_PAIR }),
    };
  }

  return once(draw);
}

/** Gives a team the pictures of another. A comment makes its files differ, because an event keeps each file once. */
export function lendPhotos(pool: PhotoPool, teamKey: string): PhotoPool {
  return once(async (position) => {
    const { placed: _ofTheOther, ...photo } = await pool(position);
    return { ...photo, ...factsOf(withComment(photo.original, teamKey)) };
  });
}

function once(make: PhotoPool): PhotoPool {
  const made = new Map<number, Promise<PoolPhoto>>();
  return (position) => {
    const known = made.get(position) ?? make(position);
    made.set(position, known);
    return known;
  };
}

function factsOf(original: Buffer) {
  return {
    original,
    contentHash: createHash('sha256').update(original).digest(),
    crc32: crc32(original),
  };
}

const MARKER = 0xff;
const COMMENT = 0xfe;

/** Puts the comment behind the application segments of the JPEG, of which some must come first. */
function withComment(jpeg: Buffer, comment: string): Buffer {
  let at = 2;
  while (jpeg[at] === MARKER && ((jpeg[at + 1] as number) & 0xf0) === 0xe0)
    at += 2 + jpeg.readUInt16BE(at + 2);
  const text = Buffer.from(comment);
  const head = Buffer.from([MARKER, COMMENT, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, at), head, text, jpeg.subarray(at)]);
}
