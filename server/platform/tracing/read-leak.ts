// Reads one soft bit per tile from a leak: how much more it looks like A than like B there.

import { openExplanation } from './explain-leak.ts';
import { blur, clamp, type GrayPicture } from './gray-picture.ts';
import type { Leak, Turn } from './open-leak.ts';
import type { Reference } from './open-reference.ts';
import { warp } from './projection.ts';
import { type Registration, register } from './register.ts';

/** A positive value in `soft` speaks for A, a negative one for B, and 0 for a tile that was not seen. */
export type Reading = { soft: Float64Array; registration: Registration };

/** Frames, stickers and black corners differ from the stored picture by more than this. */
const LEAST_FOREIGN = 20;
const FOREIGN_DEVIATIONS = 3;
/** A pixel of the half-size picture covers 2 x 2, so a block of 8 x 8 covers 4 x 4 of them. */
const CELL = 4;
const NEIGHBORS = 3;
const MOST_DEVIATIONS = 3;
const MOST_MEDIANS = 4;
const TEXTURE_CLASSES = 16;
const LEAST_POWER = 0.02;

/** Returns undefined if the stored picture is not found in the leak; `turns` are the ways to turn it that are tried. */
export async function readLeak(
  reference: Reference,
  leak: Leak,
  turns?: readonly Turn[],
): Promise<Reading | undefined> {
  const registration = await register(reference, leak, turns);
  return registration && { soft: readSoftBits(reference, registration), registration };
}

function readSoftBits(reference: Reference, { map, leak }: Registration): Float64Array {
  const stored = reference.levels[0] as GrayPicture;
  const seen = new Float32Array(stored.data.length);
  warp({ ...stored, unit: 1, everyRow: 1 }, leak, map, seen);
  const rest = withoutForeign(stored, seen);
  const { pattern, tileOfBlock, tiles } = reference;
  const { known, mean, texture } = averageBlocks(stored, rest, pattern);
  const { width, height } = pattern;
  const signal = highPass(pattern.data, known, width, height);
  const noise = highPass(mean, known, width, height);
  const weight = weighByTexture(noise, texture, known);
  const soft = new Float64Array(tiles);
  for (let i = 0; i < known.length; i += 1) {
    if (known[i] === 0) continue;
    const w = weight[i] as number;
    const most = MOST_DEVIATIONS / Math.sqrt(w);
    const tile = tileOfBlock[i] as number;
    soft[tile] = (soft[tile] as number) + w * (signal[i] as number) * clamp(noise[i] as number, -most, most);
  }
  return limitOutliers(soft);
}

function withoutForeign(stored: GrayPicture, seen: Float32Array): Float32Array {
  const explain = openExplanation(stored);
  const rest = explain(seen);
  let power = 0;
  let count = 0;
  for (let i = 0; i < rest.length; i += 1) {
    const value = rest[i] as number;
    if (Number.isNaN(value)) continue;
    power += value * value;
    count += 1;
  }
  const foreign = Math.max(LEAST_FOREIGN, FOREIGN_DEVIATIONS * Math.sqrt(power / Math.max(1, count)));
  const cleaned = Float32Array.from(seen);
  for (let i = 0; i < seen.length; i += 1) {
    if (Math.abs(rest[i] as number) > foreign) cleaned[i] = Number.NaN;
  }
  return explain(cleaned);
}

/** A block is known if all of its pixels were seen. */
function averageBlocks(stored: GrayPicture, rest: Float32Array, { width, height }: GrayPicture) {
  const known = new Uint8Array(width * height);
  const mean = new Float32Array(width * height);
  const texture = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      let busy = 0;
      for (let i = 0; i < CELL * CELL; i += 1) {
        const at = (y * CELL + Math.floor(i / CELL)) * stored.width + x * CELL + (i % CELL);
        const value = stored.data[at] as number;
        sum += rest[at] as number;
        busy += Math.abs(value - (stored.data[at + 1] ?? value));
        busy += Math.abs(value - (stored.data[at + stored.width] ?? value));
      }
      const block = y * width + x;
      texture[block] = busy;
      if (Number.isNaN(sum)) continue;
      known[block] = 1;
      mean[block] = sum / (CELL * CELL);
    }
  }
  return { known, mean, texture };
}

/** Subtracts the mean of the known neighbors, so that slow changes of light do not matter. */
function highPass(data: Float32Array, known: Uint8Array, width: number, height: number): Float32Array {
  const masked = data.map((value, i) => (known[i] === 1 ? value : 0));
  const sum = blur({ width, height, data: masked }, NEIGHBORS, 1).data;
  const share = blur({ width, height, data: Float32Array.from(known) }, NEIGHBORS, 1).data;
  return masked.map((value, i) =>
    known[i] === 1 ? value - (sum[i] as number) / Math.max(share[i] as number, 1e-3) : 0,
  );
}

/** Blocks of like texture are about equally noisy; the weight is one over the power of their noise. */
function weighByTexture(noise: Float32Array, texture: Float32Array, known: Uint8Array): Float32Array {
  const order = [...known.keys()]
    .filter((i) => known[i] === 1)
    .sort((one, other) => (texture[one] as number) - (texture[other] as number));
  const weight = new Float32Array(known.length);
  for (let c = 0; c < TEXTURE_CLASSES; c += 1) {
    const start = Math.floor((order.length * c) / TEXTURE_CLASSES);
    const members = order.slice(start, Math.floor((order.length * (c + 1)) / TEXTURE_CLASSES));
    const squares = members.map((i) => (noise[i] as number) ** 2).sort((one, other) => one - other);
    const calm = squares.slice(0, Math.ceil(squares.length * 0.9));
    const power = calm.reduce((sum, value) => sum + value, 0) / (calm.length || 1);
    for (const i of members) weight[i] = 1 / (power + LEAST_POWER);
  }
  return weight;
}

/** No single tile may decide, so values are limited to a few times the median. */
function limitOutliers(soft: Float64Array): Float64Array {
  const sizes = [...soft]
    .filter((value) => value !== 0)
    .map(Math.abs)
    .sort((one, other) => one - other);
  const most = MOST_MEDIANS * (sizes[sizes.length >> 1] ?? 0);
  return soft.map((value) => clamp(value, -most, most));
}
