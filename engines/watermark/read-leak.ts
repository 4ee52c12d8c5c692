// Reads one soft bit per tile from a leak: how much more it looks like A than like B there.

import { openExplanation } from './explain-leak.ts';
import { blur, clamp, type GrayImage } from './gray-image.ts';
import type { Leak, Reference, Turn } from './open-leak.ts';
import { warp } from './projection.ts';
import { type Registration, register } from './register.ts';

/**
 * A positive value in `soft` speaks for A, a negative one for B, and 0 for a tile that was not seen. `strength` is what `soft`
 * would be for an unharmed tile of A; it is 0 for a tile that was not seen or that carries no mark.
 */
export type TileReading = { soft: Float64Array; strength: Float64Array };
export type Reading = TileReading & { registration: Registration };

/** Frames, stickers and black corners differ from the stored picture by more than this. */
const MIN_FOREIGN = 20;
const FOREIGN_DEVIATIONS = 3;
/** A pixel of the half-size picture covers 2 x 2, so a block of 8 x 8 covers 4 x 4 of them. */
const CELL = 4;
const NEIGHBORS = 3;
const MAX_DEVIATIONS = 3;
const TEXTURE_CLASSES = 16;
const MIN_POWER = 0.02;

/** Returns undefined if the stored picture is not found in the leak; `turns` are the ways to turn it that are tried. */
export async function readLeak(
  reference: Reference,
  leak: Leak,
  turns?: readonly Turn[],
): Promise<Reading | undefined> {
  const registration = await register(reference, leak, turns);
  return registration && { ...readTiles(reference, registration), registration };
}

function readTiles(reference: Reference, { map, leak }: Registration): TileReading {
  const stored = reference.levels[0] as GrayImage;
  const explain = openExplanation(stored);
  const seen = new Float32Array(stored.data.length);
  warp({ ...stored, unit: 1, everyRow: 1 }, leak, map, seen);
  hideForeign(seen, explain(seen));
  const { pattern, tileOfBlock, tiles } = reference;
  const { known, mean } = averageBlocks(stored.width, explain(seen), pattern);
  const { width, height } = pattern;
  const signal = highPass(pattern.data, known, width, height);
  const noise = highPass(mean, known, width, height);
  const weight = weighByTexture(
    noise,
    sortByTexture(stored, pattern).filter((i) => known[i] === 1),
  );
  const soft = new Float64Array(tiles);
  const strength = new Float64Array(tiles);
  for (let i = 0; i < known.length; i += 1) {
    if (known[i] === 0) continue;
    const w = weight[i] as number;
    const most = MAX_DEVIATIONS / Math.sqrt(w);
    const tile = tileOfBlock[i] as number;
    const own = signal[i] as number;
    soft[tile] = (soft[tile] as number) + w * own * clamp(noise[i] as number, -most, most);
    strength[tile] = (strength[tile] as number) + w * own * own;
  }
  return { soft, strength };
}

/** Makes unknown what differs too much from the stored picture; `rest` is what it does not explain. */
function hideForeign(seen: Float32Array, rest: Float32Array): void {
  let power = 0;
  let count = 0;
  for (let i = 0; i < rest.length; i += 1) {
    const value = rest[i] as number;
    if (Number.isNaN(value)) continue;
    power += value * value;
    count += 1;
  }
  const foreign = Math.max(MIN_FOREIGN, FOREIGN_DEVIATIONS * Math.sqrt(power / Math.max(1, count)));
  for (let i = 0; i < seen.length; i += 1) {
    if (Math.abs(rest[i] as number) > foreign) seen[i] = Number.NaN;
  }
}

/** A block is known if all of its pixels were seen. */
function averageBlocks(storedWidth: number, rest: Float32Array, { width, height }: GrayImage) {
  const known = new Uint8Array(width * height);
  const mean = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let row = y * CELL; row < (y + 1) * CELL; row += 1) {
        const start = row * storedWidth + x * CELL;
        for (let at = start; at < start + CELL; at += 1) sum += rest[at] as number;
      }
      if (Number.isNaN(sum)) continue;
      known[y * width + x] = 1;
      mean[y * width + x] = sum / (CELL * CELL);
    }
  }
  return { known, mean };
}

/** Returns all blocks, the calmest first. */
function sortByTexture(stored: GrayImage, { width, height }: GrayImage): Uint32Array {
  const texture = new Float32Array(width * height);
  for (let block = 0; block < texture.length; block += 1) {
    const first = Math.floor(block / width) * CELL * stored.width + (block % width) * CELL;
    let busy = 0;
    for (let i = 0; i < CELL * CELL; i += 1) {
      const at = first + Math.floor(i / CELL) * stored.width + (i % CELL);
      const value = stored.data[at] as number;
      busy += Math.abs(value - (stored.data[at + 1] ?? value));
      busy += Math.abs(value - (stored.data[at + stored.width] ?? value));
    }
    texture[block] = busy;
  }
  return Uint32Array.from(texture.keys()).sort(
    (one, other) => (texture[one] as number) - (texture[other] as number),
  );
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
function weighByTexture(noise: Float32Array, byTexture: Uint32Array): Float32Array {
  const weight = new Float32Array(noise.length);
  for (let c = 0; c < TEXTURE_CLASSES; c += 1) {
    const start = Math.floor((byTexture.length * c) / TEXTURE_CLASSES);
    const members = byTexture.subarray(start, Math.floor((byTexture.length * (c + 1)) / TEXTURE_CLASSES));
    const squares = Float64Array.from(members, (i) => (noise[i] as number) ** 2).sort();
    const calm = squares.subarray(0, Math.ceil(squares.length * 0.9));
    const power = calm.reduce((sum, value) => sum + value, 0) / (calm.length || 1);
    for (const i of members) weight[i] = 1 / (power + MIN_POWER);
  }
  return weight;
}
