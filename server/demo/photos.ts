import { join } from 'node:path';
import sharp, { type Exif, type Region } from 'sharp';
import type { Palette } from '#server/demo/palettes.ts';
import sceneIndex from '#server/demo/scenes/index.json' with { type: 'json' };
import { between, type Random, seededRandom } from '#server/demo/seeded-random.ts';
import { fromPixels } from '#server/modules/images/derivatives.ts';
import type { Pixels } from '#server/modules/images/watermark.ts';
import { dressScene, type UndressedScene } from './dress-scene.ts';
import type { TeamLook } from './team-look.ts';

export type DemoScene = {
  file: string;
  width: number;
  height: number;
  kind: string;
  palette: Palette;
  fog: string;
  /** The people in the picture fill this region, in pixels. */
  subject: Region;
};

export type DemoPhotoOptions = {
  scene: DemoScene;
  /** The uniforms of the team in the picture. */
  look: TeamLook;
  seed: number;
  /** Frames of one seed are a burst, and this is the place of the frame in it. */
  burstStep?: number;
  width?: number;
  cameraSerial: string;
  capturedAt: Date;
  /** A camera writes the local time of the venue. */
  utcOffsetMinutes?: number;
  photographer: string;
};

const SCENES = sceneIndex as DemoScene[];
const SCENE_FOLDER = join(import.meta.dirname, 'scenes');
const JPEG_QUALITY = 82;
const CLOSEST_ZOOM = 1.5;
const WIDE_SUBJECT = 0.8;
const TALL_SUBJECT = 0.55;
const MARGIN = 44;
const DRIFT = 5;
/** Decoded scenes are large, so only those of the palette in use are kept. */
const MOST_KEPT = 10;
const keptScenes = new Map<string, Promise<UndressedScene>>();

export function scenesFor(palette: Palette): DemoScene[] {
  return SCENES.filter((scene) => scene.palette === palette);
}

export function zoneFileOf(sceneFile: string): string {
  return sceneFile.replace(/\.jpg$/, '.zones.png');
}

/** `pixels` are those of the file, before it was compressed. */
type DemoPhoto = { original: Buffer; pixels: Pixels };

/** Returns the same bytes for the same seed, step and look. */
export async function makeDemoPhoto(options: DemoPhotoOptions): Promise<DemoPhoto> {
  const { scene, look, seed, burstStep = 0, width = scene.width } = options;
  const random = seededRandom(seed);
  const frame = drift(pickFrame(random, scene), scene, burstStep);
  const isMirrored = random() < 0.5;
  const brightness = between(random, 0.93, 1.1);
  const raw = { width: frame.width, height: frame.height, channels: 3 } as const;
  const height = Math.round((width * scene.height) / scene.width);
  const data = await sharp(dressScene(await loadScene(scene), frame, look), { raw })
    .flop(isMirrored)
    .resize(width, height, { kernel: 'linear' })
    .linear(brightness, 0)
    .raw({ depth: 'uchar' })
    .toBuffer();
  const pixels = { data, width, height };
  const original = await fromPixels(pixels)
    // Optimized Huffman tables would take a quarter of the time of drawing.
    .jpeg({ quality: JPEG_QUALITY, optimiseCoding: false })
    .withExif(exifOf(options, random))
    .toBuffer();
  return { original, pixels };
}

/** The camera moves a little between two frames of a burst. */
function drift(frame: Region, scene: DemoScene, burstStep: number): Region {
  return {
    ...frame,
    left: clamp(frame.left + burstStep * DRIFT, 0, scene.width - frame.width),
    top: clamp(frame.top + burstStep * DRIFT, 0, scene.height - frame.height),
  };
}

function loadScene(scene: DemoScene): Promise<UndressedScene> {
  const kept = keptScenes.get(scene.file) ?? readScene(scene);
  // The scene used last moves to the end, and the first is the one not used for the longest time.
  keptScenes.delete(scene.file);
  keptScenes.set(scene.file, kept);
  const [oldest] = keptScenes.keys();
  if (keptScenes.size > MOST_KEPT && oldest) keptScenes.delete(oldest);
  return kept;
}

async function readScene({ file, width, fog }: DemoScene): Promise<UndressedScene> {
  const [pixels, zones] = await Promise.all([
    sharp(join(SCENE_FOLDER, file)).raw().toBuffer(),
    sharp(join(SCENE_FOLDER, zoneFileOf(file)))
      .extractChannel(0)
      .raw()
      .toBuffer(),
  ]);
  return { pixels, zones, width, fog };
}

/** Most frames keep everyone in the picture; some close in on the faces. */
function pickFrame(random: Random, scene: DemoScene): Region {
  const { subject } = scene;
  const isWide = subject.width > scene.width * WIDE_SUBJECT;
  const isClose = subject.height > scene.height * TALL_SUBJECT && scene.kind !== 'basket' && random() < 0.4;
  const wholeZoom = Math.min(
    scene.height / (subject.height + 2 * MARGIN),
    isWide ? CLOSEST_ZOOM : scene.width / (subject.width + 2 * MARGIN),
  );
  const zoom = isClose
    ? between(random, 1.25, CLOSEST_ZOOM)
    : between(random, 1, Math.min(Math.max(wholeZoom, 1), CLOSEST_ZOOM));
  const width = Math.floor(scene.width / zoom);
  const height = Math.floor(scene.height / zoom);
  const middle = subject.left + subject.width / 2 - width / 2;
  return {
    width,
    height,
    left: isWide
      ? Math.floor((scene.width - width) * random())
      : place(random, subject.left, subject.width, width, scene.width, middle),
    top: isClose
      ? clamp(subject.top - MARGIN, 0, scene.height - height)
      : place(random, subject.top, subject.height, height, scene.height, subject.top - MARGIN),
  };
}

/** Returns a start that keeps the subject inside the window, or the fallback if there is none. */
function place(
  random: Random,
  start: number,
  size: number,
  window: number,
  whole: number,
  fallback: number,
): number {
  const first = Math.max(0, start + size + MARGIN - window);
  const last = Math.min(whole - window, start - MARGIN);
  return first <= last ? Math.floor(between(random, first, last)) : clamp(fallback, 0, whole - window);
}

function clamp(value: number, low: number, high: number): number {
  return Math.floor(Math.min(Math.max(value, low), high));
}

function exifOf(options: DemoPhotoOptions, random: Random): Exif {
  const { cameraSerial, capturedAt, utcOffsetMinutes = 0, photographer } = options;
  const local = new Date(capturedAt.getTime() + utcOffsetMinutes * 60_000).toISOString();
  const takenAt = `${local.slice(0, 10).replaceAll('-', ':')} ${local.slice(11, 19)}`;
  return {
    IFD0: {
      Make: 'Encore',
      Model: 'Encore Demo Camera',
      Orientation: '1',
      Artist: photographer,
      Copyright: `${local.slice(0, 4)} ${photographer}`,
      DateTime: takenAt,
    },
    IFD2: {
      BodySerialNumber: cameraSerial,
      DateTimeOriginal: takenAt,
      SubSecTimeOriginal: local.slice(20, 23),
      OffsetTimeOriginal: offsetText(utcOffsetMinutes),
      ExposureTime: '1/640',
      FNumber: '28/10',
      ISOSpeedRatings: String(1600 + Math.floor(random() * 5) * 400),
    },
  };
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}
