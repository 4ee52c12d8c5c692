import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import sharp, { type Region } from 'sharp';
import { fromPixels } from '#server/modules/images/derivatives.ts';
import type { Pixels } from '#server/modules/images/watermark.ts';
import { between, type Random, seededRandom } from './random.ts';
import sceneIndex from './scenes/index.json' with { type: 'json' };

export const PALETTES = ['azure', 'violet', 'red', 'amber', 'rose', 'teal', 'white', 'lime'] as const;
export type Palette = (typeof PALETTES)[number];

/** The parts of a uniform. A pixel of a zone map holds the number of its part, counted from 1. */
const ZONES = [
  ...(['top', 'yoke', 'chevron', 'band', 'side', 'center', 'emblem', 'emblem-edge'] as const),
  ...(['sleeve', 'cuff', 'bottom', 'pleat', 'hem', 'ribbon'] as const),
];
type Zone = (typeof ZONES)[number];

/** The scenes are drawn in uniforms of this gray. */
const UNDYED = '#b8b8b8';

export type TeamLook = {
  /** The main color, the second one, those of the trim and of the ribbon. */
  colors: string;
  /** The cut of the top, its emblem, the skirt and the sleeves. */
  pattern: string;
};

/** The people in the picture fill the region `subject`, in pixels. */
export type DemoScene = (typeof sceneIndex)[number];

export type DemoPhotoOptions = {
  scene: DemoScene;
  /** The uniforms of the team in the picture. */
  look: TeamLook;
  seed: number;
  /** Frames of one seed are a burst, and this is the place of the frame in it. */
  burstStep?: number;
  width: number;
};

/** A scene in gray uniforms, and a map that says which part of a uniform each pixel shows. */
type UndressedScene = { pixels: Buffer; zones: Buffer; width: number; fog: string };

const SCENE_FOLDER = join(import.meta.dirname, 'scenes');
const JPEG_QUALITY = 82;
const CLOSEST_ZOOM = 1.5;
const MARGIN = 44;
const DRIFT = 5;
const CHANNELS = 3;
const HAZE_STEPS = 16;
const BYTE = 256;

export function scenesFor(palette: Palette): DemoScene[] {
  return sceneIndex.filter((scene) => scene.palette === palette);
}

export function zoneFileOf(sceneFile: string): string {
  return sceneFile.replace(/\.jpg$/, '.zones.png');
}

/** Returns the same bytes for the same seed, step and look. `pixels` are those of the file, before it was compressed. */
export async function makeDemoPhoto({ scene, look, seed, burstStep = 0, width }: DemoPhotoOptions) {
  const random = seededRandom(seed);
  const frame = pickFrame(random, scene, burstStep);
  const isMirrored = random() < 0.5;
  const brightness = between(random, 0.93, 1.1);
  const raw = { width: frame.width, height: frame.height, channels: CHANNELS } as const;
  const height = Math.round((width * scene.height) / scene.width);
  const undressed = await scenes.forceFetch(scene.file, { context: scene });
  const data = await sharp(dressScene(undressed, frame, look), { raw })
    .flop(isMirrored)
    .resize(width, height, { kernel: 'linear' })
    .linear(brightness, 0)
    .raw({ depth: 'uchar' })
    .toBuffer();
  const pixels: Pixels = { data, width, height };
  const original = await fromPixels(pixels)
    // Optimized Huffman tables would take a quarter of the time of drawing.
    .jpeg({ quality: JPEG_QUALITY, optimiseCoding: false })
    .toBuffer();
  return { original, pixels };
}

/** Most frames keep everyone in the picture; some close in on the faces. The camera moves a little during a burst. */
function pickFrame(random: Random, scene: DemoScene, burstStep: number): Region {
  const { subject } = scene;
  const isWide = subject.width > scene.width * 0.8;
  const isClose = subject.height > scene.height * 0.55 && scene.kind !== 'basket' && random() < 0.4;
  const wholeZoom = Math.min(
    CLOSEST_ZOOM,
    scene.height / (subject.height + 2 * MARGIN),
    isWide ? CLOSEST_ZOOM : scene.width / (subject.width + 2 * MARGIN),
  );
  const zoom = isClose ? between(random, 1.25, CLOSEST_ZOOM) : between(random, 1, Math.max(wholeZoom, 1));
  const [width, height] = [Math.floor(scene.width / zoom), Math.floor(scene.height / zoom)];
  const left = isWide ? (scene.width - width) * random() : subject.left + (subject.width - width) / 2;
  const top = isClose ? subject.top - MARGIN : subject.top + (subject.height - height) / 2;
  const within = (start: number, room: number) =>
    Math.floor(Math.min(Math.max(start + burstStep * DRIFT, 0), room));
  return { width, height, left: within(left, scene.width - width), top: within(top, scene.height - height) };
}

/** Decoded scenes are large, so only about those of the palette in use are kept. */
const scenes = new LRUCache<string, UndressedScene, DemoScene>({
  max: 10,
  async fetchMethod(file, _, { context: { width, fog } }) {
    const pixels = await sharp(join(SCENE_FOLDER, file)).raw().toBuffer();
    const map = sharp(join(SCENE_FOLDER, zoneFileOf(file)));
    return { pixels, zones: await map.extractChannel(0).raw().toBuffer(), width, fog };
  },
});

/** Cuts the frame out of the scene, with its uniforms in the colors of the team. */
function dressScene(scene: UndressedScene, frame: Region, look: TeamLook): Buffer {
  const paint = mixPaint(look, scene.fog);
  const dressed = Buffer.allocUnsafe(frame.width * frame.height * CHANNELS);
  for (let row = 0; row < frame.height; row += 1) {
    const first = (frame.top + row) * scene.width + frame.left;
    const start = row * frame.width * CHANNELS;
    scene.pixels.copy(dressed, start, first * CHANNELS, (first + frame.width) * CHANNELS);
    for (let column = 0; column < frame.width; column += 1) {
      const zone = scene.zones[first + column] as number;
      if (zone === 0) continue;
      const from = zone * CHANNELS * BYTE;
      const at = start + column * CHANNELS;
      dressed[at] = paint[from + (dressed[at] as number)] as number;
      dressed[at + 1] = paint[from + BYTE + (dressed[at + 1] as number)] as number;
      dressed[at + 2] = paint[from + 2 * BYTE + (dressed[at + 2] as number)] as number;
    }
  }
  return dressed;
}

function zoneColorsOf({ colors, pattern }: TeamLook): Record<Zone, string> {
  const [main = UNDYED, second = UNDYED, trim = UNDYED, ribbon = UNDYED] = colors.split(' ');
  const [cut = '', emblem, skirt, sleeve] = pattern.split(' ');
  const cuts: Record<string, Partial<Record<Zone, string>>> = {
    classic: { chevron: trim, band: second },
    double: { chevron: trim, band: trim },
    yoke: { yoke: second, chevron: trim },
    sides: { side: second },
    stripe: { center: trim },
    block: { yoke: second, side: second, sleeve: second },
    flash: { center: second, chevron: trim },
  };
  return {
    ...(Object.fromEntries(ZONES.map((zone) => [zone, main])) as Record<Zone, string>),
    emblem: emblem === 'none' || emblem === 'ring' ? main : emblem === 'badge' ? second : trim,
    'emblem-edge': emblem === 'none' || emblem === 'star' ? main : trim,
    sleeve: sleeve === 'same' ? main : second,
    cuff: trim,
    bottom: second,
    pleat: skirt === 'whole' ? second : skirt === 'pleated' ? main : trim,
    hem: trim,
    ribbon,
    ...cuts[cut],
  };
}

/** Tells for each value of the map, each channel and each gray which value the dyed cloth has. */
function mixPaint(look: TeamLook, fog: string): Uint8ClampedArray {
  const colors = zoneColorsOf(look);
  const paint = new Uint8ClampedArray(BYTE * CHANNELS * BYTE);
  const levelOf = (color: string, channel: number) =>
    Number.parseInt(color.slice(1 + channel * 2, 3 + channel * 2), 16);
  for (const [index, zone] of ZONES.entries()) {
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const [cloth, undyed] = [levelOf(colors[zone], channel), levelOf(UNDYED, channel)];
      for (let step = 0; step < HAZE_STEPS; step += 1) {
        const from = ((index + 1 + step * HAZE_STEPS) * CHANNELS + channel) * BYTE;
        const haze = { share: step / HAZE_STEPS, color: levelOf(fog, channel) };
        for (let gray = 0; gray < BYTE; gray += 1) paint[from + gray] = dye(gray, cloth, undyed, haze);
      }
    }
  }
  return paint;
}

/** Keeps shadows in proportion, and light reflections white; haze lies in front of both. */
function dye(gray: number, cloth: number, undyed: number, haze: { share: number; color: number }): number {
  const clear = (gray - haze.share * haze.color) / (1 - haze.share);
  const light = Math.min(Math.max((clear - undyed) / (255 - undyed), 0), 1);
  const shade = Math.min(Math.max(clear / undyed, 0), 1);
  return (1 - haze.share) * (cloth * shade + (255 - cloth) * light) + haze.share * haze.color;
}
