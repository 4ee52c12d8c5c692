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

type PhotoPool = (position: number) => Promise<PoolPhoto>;

/** Draws each frame of a team once and reuses it at several events, because drawing all of them takes minutes. */
export function openPhotoPool(
  { palette, look, firstSeed }: { palette: Palette; look: TeamLook; firstSeed: number },
  marks: PhotoMarks,
  widthPx: number,
): PhotoPool {
  const scenes = scenesFor(palette);
  const drawn = new Map<number, Promise<PoolPhoto>>();

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
      original,
      contentHash: createHash('sha256').update(original).digest(),
      crc32: crc32(original),
      width,
      height,
      fingerprint: await fingerprintPixels(pixels),
      derivatives: await makeDerivatives(pixels, { ...marks, imageId: SHARED_PAIR }),
    };
  }

  return (position) => {
    const known = drawn.get(position) ?? draw(position);
    drawn.set(position, known);
    return known;
  };
}
