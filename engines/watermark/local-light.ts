// A vignette, a gradient or local contrast changes the light slowly over the picture.
import { clamp } from './gray-picture.ts';

type Size = { width: number; height: number };

/** Small enough to follow a vignette, and large enough to hold a hundred signs of the mark, which must not be taken away. */
const CELL = 16;
const REACH = 2;
/** Where nearly nothing is to be seen, the gain stays near one. */
const CALM_VARIANCE = 25;
const LEAST_PIXELS = 256;

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
  if (n < LEAST_PIXELS) return { gain: 1, offset: 0 };
  const calm = CALM_VARIANCE * n;
  const gain = (both - (own * value) / n + calm) / (square - (own * own) / n + calm);
  return { gain, offset: (value - gain * own) / n };
}
