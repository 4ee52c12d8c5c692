import type { Region } from 'sharp';
import { type TeamLook, UNDYED, ZONES, zoneColorsOf } from './team-look.ts';

/** A scene in gray uniforms, and a map that says which part of a uniform each pixel shows. */
export type UndressedScene = { pixels: Buffer; zones: Buffer; width: number; fog: string };

const CHANNELS = 3;
const HAZE_STEPS = 16;
const BYTE = 256;

/** Cuts the frame out of the scene, with its uniforms in the colors of the team. */
export function dressScene(scene: UndressedScene, frame: Region, look: TeamLook): Buffer {
  const paint = paintOf(look, scene.fog);
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

const MOST_KEPT = 32;
const mixed = new Map<string, Uint8ClampedArray>();

function paintOf(look: TeamLook, fog: string): Uint8ClampedArray {
  const name = JSON.stringify([look, fog]);
  const paint = mixed.get(name) ?? mixPaint(look, fog);
  mixed.set(name, paint);
  const [oldest] = mixed.keys();
  if (mixed.size > MOST_KEPT && oldest) mixed.delete(oldest);
  return paint;
}

/** Tells for each value of the map, each channel and each gray which value the dyed cloth has. */
function mixPaint(look: TeamLook, fog: string): Uint8ClampedArray {
  const colors = zoneColorsOf(look);
  const paint = new Uint8ClampedArray(BYTE * CHANNELS * BYTE);
  ZONES.forEach((zone, index) => {
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const cloth = channelOf(colors[zone], channel);
      const undyed = channelOf(UNDYED, channel);
      const color = channelOf(fog, channel);
      for (let step = 0; step < HAZE_STEPS; step += 1) {
        const from = ((index + 1 + step * HAZE_STEPS) * CHANNELS + channel) * BYTE;
        const haze = { share: step / HAZE_STEPS, color };
        for (let gray = 0; gray < BYTE; gray += 1) paint[from + gray] = dye(gray, cloth, undyed, haze);
      }
    }
  });
  return paint;
}

/** Keeps shadows in proportion, and light reflections white; haze lies in front of both. */
function dye(gray: number, cloth: number, undyed: number, haze: { share: number; color: number }): number {
  const clear = (gray - haze.share * haze.color) / (1 - haze.share);
  const light = Math.min(Math.max((clear - undyed) / (255 - undyed), 0), 1);
  const shade = Math.min(Math.max(clear / undyed, 0), 1);
  return (1 - haze.share) * (cloth * shade + (255 - cloth) * light) + haze.share * haze.color;
}

function channelOf(color: string, channel: number): number {
  return Number.parseInt(color.slice(1 + channel * 2, 3 + channel * 2), 16);
}
