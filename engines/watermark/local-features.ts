// Local features: corners of a picture, each with 256 bits that say how its surroundings look. They survive scaling,
// cropping, compression and new light, so they tell which stored photo a leak shows, and where.
import { blur, type GrayImage, resize } from './gray-image.ts';

/**
 * Places are in units of the long side of the picture. `step` is the size of a pixel of the level where the feature was
 * found, in the same unit. A descriptor takes eight words.
 */
export type Features = {
  count: number;
  x: Float32Array;
  y: Float32Array;
  step: Float32Array;
  words: Int32Array;
};

/** `cells` along the long side share out the features, so that a crop keeps its share of them. */
type Wanted = { longSides: readonly number[]; max: number; cells: number; maxPerCell: number };

export const WORDS = 8;
const PATCH = 13;
const EDGE_WEIGHT = 0.05;
const REACH = 2;
const REACH_ROWS = 2 * REACH + 1;
const AREA_SQUARED = REACH_ROWS ** 4;
const SPACING = 3;
const COMPARISONS = drawComparisons();

type Corner = { x: number; y: number; level: number; strength: number };

export function detectFeatures(picture: GrayImage, wanted: Wanted): Features {
  const long = Math.max(picture.width, picture.height);
  const levels = wanted.longSides
    .filter((side) => side <= long * 1.3)
    .map((side) => {
      const scale = side / long;
      const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
      return { step: 1 / side, picture: resize(picture, Math.max(1, width), Math.max(1, height)) };
    })
    .filter(({ picture: { width, height } }) => Math.min(width, height) > 2 * PATCH + 8);
  const corners = levels.flatMap(({ picture: level }, index) => findCorners(level, index));
  const chosen = spread(
    corners,
    levels.map(({ step }) => step),
    wanted,
  );
  const features = emptyFeatures(chosen.length);
  const smooth = levels.map(({ picture: level }) => blur(level, 2, 1));
  for (const [i, { x, y, level }] of chosen.entries()) {
    const step = levels[level]?.step ?? 0;
    features.x[i] = (x + 0.5) * step;
    features.y[i] = (y + 0.5) * step;
    features.step[i] = step;
    describeCorner(smooth[level] as GrayImage, x, y, features.words, i * WORDS);
  }
  return features;
}

export function emptyFeatures(count: number): Features {
  return {
    count,
    x: new Float32Array(count),
    y: new Float32Array(count),
    step: new Float32Array(count),
    words: new Int32Array(count * WORDS),
  };
}

/** Finds the peaks of the Harris response, which is high where the picture changes in both directions. */
function findCorners(level: GrayImage, index: number): Corner[] {
  const { width, height } = level;
  const response = respond(blur(level, 1, 1));
  const corners: Corner[] = [];
  for (let y = PATCH; y < height - PATCH; y += 1) {
    for (let x = PATCH; x < width - PATCH; x += 1) {
      const strength = response[y * width + x] as number;
      if (strength > 1 && isPeak(response, width, x, y)) corners.push({ x, y, level: index, strength });
    }
  }
  return corners;
}

/** Sums the products of the slopes over squares of 5 x 5 pixels, in one pass that keeps the sums of each column. */
function respond({ width, height, data }: GrayImage): Float32Array {
  const response = new Float32Array(data.length);
  const columns = new Float64Array(3 * width);
  const slopes = new Float64Array(2 * REACH_ROWS * width);
  for (let y = 1; y < height - 1; y += 1) {
    addSlopes(data, width, y, slopes, columns);
    if (y < REACH_ROWS) continue;
    let [xx, yy, xy] = [0, 0, 0];
    const middle = (y - REACH) * width;
    for (let x = 0; x < width; x += 1) {
      xx += columns[x] as number;
      yy += columns[width + x] as number;
      xy += columns[2 * width + x] as number;
      if (x >= REACH_ROWS) {
        xx -= columns[x - REACH_ROWS] as number;
        yy -= columns[width + x - REACH_ROWS] as number;
        xy -= columns[2 * width + x - REACH_ROWS] as number;
      }
      if (x < REACH_ROWS) continue;
      const sum = xx + yy;
      response[middle + x - REACH] = (xx * yy - xy * xy - EDGE_WEIGHT * sum * sum) / AREA_SQUARED;
    }
  }
  return response;
}

/** Adds the slopes of a row to the sums of its columns, and takes away those of the row that they replace. */
function addSlopes(
  data: Float32Array,
  width: number,
  y: number,
  slopes: Float64Array,
  columns: Float64Array,
): void {
  const kept = (y % REACH_ROWS) * 2 * width;
  for (let x = 1; x < width - 1; x += 1) {
    const at = y * width + x;
    const gx = (data[at + 1] as number) - (data[at - 1] as number);
    const gy = (data[at + width] as number) - (data[at - width] as number);
    const oldX = slopes[kept + x] as number;
    const oldY = slopes[kept + width + x] as number;
    slopes[kept + x] = gx;
    slopes[kept + width + x] = gy;
    columns[x] = (columns[x] as number) + gx * gx - oldX * oldX;
    columns[width + x] = (columns[width + x] as number) + gy * gy - oldY * oldY;
    columns[2 * width + x] = (columns[2 * width + x] as number) + gx * gy - oldX * oldY;
  }
}

function isPeak(response: Float32Array, width: number, x: number, y: number): boolean {
  const at = y * width + x;
  const strength = response[at] as number;
  // Nearly all pixels have a stronger neighbor, so those are asked first.
  if ((response[at - 1] as number) > strength || (response[at + 1] as number) > strength) return false;
  if ((response[at - width] as number) > strength || (response[at + width] as number) > strength)
    return false;
  for (let row = at - SPACING * width; row <= at + SPACING * width; row += width) {
    for (let i = row - SPACING; i <= row + SPACING; i += 1) {
      if ((response[i] as number) > strength) return false;
    }
  }
  return true;
}

/** Takes the strongest corners, but no more than a few of each part of the picture. */
function spread(corners: Corner[], steps: number[], { max, cells, maxPerCell }: Wanted): Corner[] {
  const taken = new Map<number, number>();
  const chosen: Corner[] = [];
  for (const corner of corners.sort((one, other) => other.strength - one.strength)) {
    const step = steps[corner.level] ?? 0;
    const cell = Math.floor(corner.y * step * cells) * cells + Math.floor(corner.x * step * cells);
    const count = taken.get(cell) ?? 0;
    if (count >= maxPerCell) continue;
    taken.set(cell, count + 1);
    chosen.push(corner);
    if (chosen.length === max) break;
  }
  return chosen;
}

/** Each bit says which of two places near the corner is brighter. */
function describeCorner(
  { width, data }: GrayImage,
  x: number,
  y: number,
  words: Int32Array,
  start: number,
): void {
  const at = y * width + x;
  for (let word = 0; word < WORDS; word += 1) {
    let bits = 0;
    for (let bit = 0; bit < 32; bit += 1) {
      const i = (word * 32 + bit) * 4;
      const one = data[at + (COMPARISONS[i + 1] as number) * width + (COMPARISONS[i] as number)] as number;
      const other = data[
        at + (COMPARISONS[i + 3] as number) * width + (COMPARISONS[i + 2] as number)
      ] as number;
      bits = (bits << 1) | (one < other ? 1 : 0);
    }
    words[start + word] = bits;
  }
}

/** Stored fingerprints depend on these places, so they must never change. */
function drawComparisons(): Int8Array {
  const places = new Int8Array(WORDS * 32 * 4);
  let state = 20_270_101;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let i = 0; i < places.length; i += 1) {
    const bell = random() + random() + random() - 1.5;
    places[i] = Math.max(-PATCH + 1, Math.min(PATCH - 1, Math.round(bell * PATCH * 0.95)));
  }
  return places;
}

/** Counts the bits of a word that are set. */
export function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
