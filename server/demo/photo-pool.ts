import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type DrawnPhoto, drawPhoto, type PhotoMarks } from './draw-photo.ts';
import type { Palette } from './palettes.ts';
import { scenesFor } from './photos.ts';
import type { TeamLook } from './team-look.ts';

export type PoolPhoto = DrawnPhoto & {
  contentHash: Buffer;
  crc32: number;
  /** Further events link to the file at this place instead of storing another copy. */
  placed?: { eventId: number; folder: string; imageId: number };
};

const SEEDS_PER_TEAM = 1000;
/** These frames of an album show one moment, so that staff have a burst to choose from. */
const BURST = { first: 3, frames: 3 };

export type PhotoPool = (position: number) => Promise<PoolPhoto>;

/** Tells which moment of a performance a frame shows, and its place among the frames of that moment. */
export function momentOf(position: number): { moment: number; burstStep: number } {
  const burstStep = Math.min(Math.max(position - BURST.first, 0), BURST.frames - 1);
  const isAfter = position >= BURST.first + BURST.frames;
  return { moment: position - burstStep, burstStep: isAfter ? 0 : burstStep };
}

/** Draws each frame of a team once and reuses it at several events, because drawing all of them takes minutes. */
export function openPhotoPool(
  { palette, look, firstSeed }: { palette: Palette; look: TeamLook; firstSeed: number },
  marks: PhotoMarks,
  { widthPx, isForOwners }: { widthPx: number; isForOwners: boolean },
): PhotoPool {
  const scenes = scenesFor(palette);

  async function draw(position: number): Promise<PoolPhoto> {
    const { moment, burstStep } = momentOf(position);
    // Each team starts with another scene, so that the covers of a list differ.
    const scene = scenes[(firstSeed + moment) % scenes.length];
    if (!scene) throw new Error(`there is no demo scene in ${palette}`);
    const photo = {
      scene,
      look,
      seed: firstSeed * SEEDS_PER_TEAM + moment + 1,
      burstStep,
      width: scene.width < scene.height ? Math.round(widthPx * 0.7) : widthPx,
      cameraSerial: 'DEMO-0001',
      capturedAt: new Date('2026-01-01T12:00:00Z'),
      photographer: 'Demo Photographer',
    };
    const drawn = await drawPhoto({ photo, marks, isForOwners });
    return { ...drawn, ...factsOf(drawn.original) };
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
