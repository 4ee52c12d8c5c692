import { findMove, frameOf } from './find-move.ts';
import { clamp, type GrayImage } from './gray-image.ts';
import { compose, type Projection, scaling, warp } from './projection.ts';

// Refines where a leak lies on a stored picture by the method of Lucas and Kanade: from the slopes of the stored picture
// it follows how the leak has to be moved, turned, stretched and tilted for the two to agree.

/** `fit` is the correlation of the two pictures where both are known. */
export type Alignment = { map: Projection; fit: number };

/** `parameters`: 6 for moving, turning and stretching, 8 to tilt as well. */
type Effort = { unit: number; rounds: number; parameters: 6 | 8; everyRow?: number };

const MIN_SHARE = 0.1;
const STEADY_PIXELS = 0.003;

export function align(
  stored: GrayImage,
  leak: GrayImage,
  start: Projection,
  { unit, parameters, everyRow = 1, ...effort }: Effort,
): Alignment {
  let { rounds } = effort;
  let best: Alignment = { map: start, fit: -1 };
  let map = start;
  const seen = new Float32Array(stored.data.length);
  const grid = { width: stored.width, height: stored.height, unit, everyRow };
  for (let round = 0; round <= rounds; round += 1) {
    warp(grid, leak, map, seen);
    const tone = compareTones(stored, seen, everyRow);
    if (!tone) return best;
    if (tone.fit > best.fit) best = { map, fit: tone.fit };
    if (round === rounds || tone.gain <= 0) return best;
    // Far from the right place large differences still show the way.
    const isFar = unit >= 4 && round <= 3;
    const move = findMove(stored, seen, { ...tone, parameters, isFar, everyRow });
    if (!move) return best;
    map = compose(map, undo(move, stored, unit));
    if (Math.hypot(...move) < STEADY_PIXELS) rounds = Math.min(rounds, round + 1);
  }
  return best;
}

type Tone = { gain: number; offset: number; fit: number };

function compareTones(
  { width, height, data }: GrayImage,
  seen: Float32Array,
  everyRow: number,
): Tone | undefined {
  let n = 0;
  let sumR = 0;
  let sumL = 0;
  let sumRR = 0;
  let sumLL = 0;
  let sumRL = 0;
  for (let y = 0; y < height; y += everyRow) {
    for (let i = y * width; i < (y + 1) * width; i += 1) {
      const l = seen[i] as number;
      if (Number.isNaN(l)) continue;
      const r = data[i] as number;
      n += 1;
      sumR += r;
      sumL += l;
      sumRR += r * r;
      sumLL += l * l;
      sumRL += r * l;
    }
  }
  if (n * everyRow < MIN_SHARE * seen.length) return undefined;
  const varianceR = sumRR - (sumR * sumR) / n;
  const varianceL = sumLL - (sumL * sumL) / n;
  const both = sumRL - (sumR * sumL) / n;
  const gain = both / (varianceR || 1);
  return { gain, offset: (sumL - gain * sumR) / n, fit: both / Math.sqrt(varianceR * varianceL || 1) };
}

/** Returns the correlation of the slopes of the two pictures where both are known; small things decide it. */
export function compareSlopes(stored: GrayImage, leak: GrayImage, map: Projection, unit: number): number {
  const { width, height, data } = stored;
  const seen = new Float32Array(data.length);
  warp({ width, height, unit, everyRow: 1 }, leak, map, seen);
  let both = 0;
  let powerR = 0;
  let powerL = 0;
  for (const step of [1, width]) {
    for (let i = step; i < data.length; i += 1) {
      const l = (seen[i] as number) - (seen[i - step] as number);
      if (Number.isNaN(l)) continue;
      const r = (data[i] as number) - (data[i - step] as number);
      both += r * l;
      powerR += r * r;
      powerL += l * l;
    }
  }
  return both / Math.sqrt(powerR * powerL || 1);
}

/** The leak shows at x what the stored picture has at x + move(x); this is x - move(x), to first order its inverse. */
function undo(move: Float64Array, stored: GrayImage, unit: number): Projection {
  const { centerX, centerY, reach } = frameOf(stored);
  const middle = (unit - 1) / 2;
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0, m6 = 0, m7 = 0] = move.map((value) => value / reach);
  const back = [1 - m1, -m2, -m0, -m4, 1 - m5, -m3, m6, m7, 1];
  const [x, y, size] = [centerX * unit + middle, centerY * unit + middle, reach * unit];
  return compose(scaling(size, size, x, y), compose(back, scaling(1 / size, 1 / size, -x / size, -y / size)));
}

// A vignette, a gradient or local contrast changes the light slowly over the picture.

type Size = { width: number; height: number };

/** Small enough to follow a vignette, and large enough to hold a hundred signs of the mark, which must not be taken away. */
const CELL = 16;
const REACH = 2;
/** Keeps the gain near one where there is almost nothing to see. */
const CALM_VARIANCE = 25;
const MIN_PIXELS = 256;

/** The numbers of a cell: how many pixels are known, and the sums of x, y, x * x and x * y. */
const SUMS = 5;

/** Returns what is left of `seen` when `explained`, with the gain and offset of each part of the picture, is taken away. */
export function takeAway({ width, height }: Size, seen: Float32Array, explained: Float32Array): Float32Array {
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const sums = sumCells({ width, height }, seen, explained, columns, rows);
  const gain = new Float32Array(columns * rows);
  const offset = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const light = fitLight(sums, column, row, columns, rows);
      gain[row * columns + column] = light.gain;
      offset[row * columns + column] = light.offset;
    }
  }
  const rest = new Float32Array(seen.length);
  const gains = new Float32Array(columns);
  const offsets = new Float32Array(columns);
  for (let y = 0; y < height; y += 1) {
    const [upper, share] = placeOf(y, rows);
    blendRows(gain, upper, share, columns, rows, gains);
    blendRows(offset, upper, share, columns, rows, offsets);
    for (let x = 0; x < width; x += 1) {
      const at = clamp((x + 0.5) / CELL - 0.5, 0, columns - 1);
      const left = at | 0;
      const right = left + 1 < columns ? left + 1 : left;
      const g = (gains[left] as number) + ((gains[right] as number) - (gains[left] as number)) * (at - left);
      const o =
        (offsets[left] as number) + ((offsets[right] as number) - (offsets[left] as number)) * (at - left);
      const i = y * width + x;
      rest[i] = (seen[i] as number) - g * (explained[i] as number) - o;
    }
  }
  return rest;
}

function placeOf(pixel: number, cells: number): [cell: number, share: number] {
  const at = clamp((pixel + 0.5) / CELL - 0.5, 0, cells - 1);
  return [at | 0, at - (at | 0)];
}

function blendRows(
  values: Float32Array,
  upper: number,
  share: number,
  columns: number,
  rows: number,
  out: Float32Array,
): void {
  const lower = Math.min(upper + 1, rows - 1);
  for (let column = 0; column < columns; column += 1) {
    const one = values[upper * columns + column] as number;
    out[column] = one + ((values[lower * columns + column] as number) - one) * share;
  }
}

function sumCells(
  { width, height }: Size,
  seen: Float32Array,
  explained: Float32Array,
  columns: number,
  rows: number,
): Float64Array {
  const sums = new Float64Array(columns * rows * SUMS);
  for (let y = 0; y < height; y += 1) {
    const start = Math.floor(y / CELL) * columns;
    for (let x = 0; x < width; x += 1) {
      const value = seen[y * width + x] as number;
      if (Number.isNaN(value)) continue;
      const own = explained[y * width + x] as number;
      const at = (start + ((x / CELL) | 0)) * SUMS;
      sums[at] = (sums[at] as number) + 1;
      sums[at + 1] = (sums[at + 1] as number) + own;
      sums[at + 2] = (sums[at + 2] as number) + value;
      sums[at + 3] = (sums[at + 3] as number) + own * own;
      sums[at + 4] = (sums[at + 4] as number) + own * value;
    }
  }
  return sums;
}

/** Fits gain and offset to the cell and its neighbors. */
function fitLight(sums: Float64Array, column: number, row: number, columns: number, rows: number) {
  const total = new Float64Array(SUMS);
  for (let y = Math.max(0, row - REACH); y <= Math.min(rows - 1, row + REACH); y += 1) {
    for (let x = Math.max(0, column - REACH); x <= Math.min(columns - 1, column + REACH); x += 1) {
      const at = (y * columns + x) * SUMS;
      for (let i = 0; i < SUMS; i += 1) total[i] = (total[i] as number) + (sums[at + i] as number);
    }
  }
  const [n = 0, own = 0, value = 0, square = 0, both = 0] = total;
  if (n < MIN_PIXELS) return { gain: 1, offset: 0 };
  const calm = CALM_VARIANCE * n;
  const gain = (both - (own * value) / n + calm) / (square - (own * own) / n + calm);
  return { gain, offset: (value - gain * own) / n };
}
