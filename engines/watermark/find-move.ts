import type { GrayImage } from './gray-image.ts';
import { solveLinear } from './projection.ts';

/** A larger difference in brightness is taken for something that is not in the stored picture. */
const FOREIGN = 40;

/** One slope of the picture, 0 along x and 1 along y, times powers of the place. */
type Term = { slope: 0 | 1; x: number; y: number };

/** How each parameter changes the brightness of a pixel: shift, stretch, turn, and last tilt. */
const PARAMETERS: readonly (readonly Term[])[] = [
  [{ slope: 0, x: 0, y: 0 }],
  [{ slope: 0, x: 1, y: 0 }],
  [{ slope: 0, x: 0, y: 1 }],
  [{ slope: 1, x: 0, y: 0 }],
  [{ slope: 1, x: 1, y: 0 }],
  [{ slope: 1, x: 0, y: 1 }],
  [
    { slope: 0, x: 2, y: 0 },
    { slope: 1, x: 1, y: 1 },
  ],
  [
    { slope: 0, x: 1, y: 1 },
    { slope: 1, x: 0, y: 2 },
  ],
];
const POWERS = 5;
const ERROR_POWERS = 3;

type Comparison = {
  gain: number;
  offset: number;
  parameters: 6 | 8;
  /** Large differences are limited instead of left out. */
  isFar: boolean;
  everyRow: number;
};

/** Pixels this near to each other count as lying at one place. */
const CELL_WIDTH = 8;
const CELL_HEIGHT = 4;

/** Returns the parameters of the move, as pixels at the edge of the picture. */
export function findMove(
  stored: GrayImage,
  seen: Float32Array,
  comparison: Comparison,
): Float64Array | undefined {
  const { parameters: n, everyRow } = comparison;
  const { centerY, reach } = frameOf(stored);
  const matrix = new Float64Array(n * n);
  const right = new Float64Array(n);
  const slopes = new Float64Array(3 * POWERS);
  const errors = new Float64Array(2 * ERROR_POWERS);
  const tall = CELL_HEIGHT * everyRow;
  for (let top = everyRow; top < stored.height - 1; top += tall) {
    const end = Math.min(top + tall, stored.height - 1);
    sumBand(stored, seen, { top, end }, comparison, slopes, errors);
    addBand(matrix, right, slopes, errors, ((top + end - everyRow) / 2 - centerY) / reach);
  }
  return solveLinear(matrix, right);
}

/** The place of a band is the same for all of its cells, so powers of y are multiplied in once. */
function addBand(
  matrix: Float64Array,
  right: Float64Array,
  slopes: Float64Array,
  errors: Float64Array,
  ny: number,
): void {
  const n = right.length;
  const powers = [1, ny, ny ** 2, ny ** 3, ny ** 4];
  for (let p = 0; p < n; p += 1) {
    for (const one of PARAMETERS[p] as readonly Term[]) {
      const error = errors[one.slope * ERROR_POWERS + one.x] as number;
      right[p] = (right[p] as number) + error * (powers[one.y] as number);
      for (let q = 0; q < n; q += 1) {
        for (const other of PARAMETERS[q] as readonly Term[]) {
          const sum = slopes[(one.slope + other.slope) * POWERS + one.x + other.x] as number;
          matrix[p * n + q] = (matrix[p * n + q] as number) + sum * (powers[one.y + other.y] as number);
        }
      }
    }
  }
}

/**
 * `slopes` gets the sums of the squared slopes along x, of their products, and of the squared slopes along y, each times
 * the powers 0 to 4 of the place along x; `errors` gets the sums of slope times error, times the powers 0 to 2.
 */
function sumBand(
  { width, height, data }: GrayImage,
  seen: Float32Array,
  { top, end }: { top: number; end: number },
  { gain, offset, isFar, everyRow }: Comparison,
  slopes: Float64Array,
  errors: Float64Array,
): void {
  const { centerX, reach } = frameOf({ width, height });
  slopes.fill(0);
  errors.fill(0);
  for (let left = 1; left < width - 1; left += CELL_WIDTH) {
    const right = Math.min(left + CELL_WIDTH, width - 1);
    let xx = 0;
    let xy = 0;
    let yy = 0;
    let ex = 0;
    let ey = 0;
    for (let y = top; y < end; y += everyRow) {
      for (let i = y * width + left; i < y * width + right; i += 1) {
        let error = (seen[i] as number) - gain * (data[i] as number) - offset;
        // This is also false where nothing was seen.
        if (!(error <= FOREIGN && error >= -FOREIGN)) {
          if (!isFar || Number.isNaN(error)) continue;
          error = error > 0 ? FOREIGN : -FOREIGN;
        }
        const gx = (data[i + 1] as number) - (data[i - 1] as number);
        const gy = (data[i + width] as number) - (data[i - width] as number);
        xx += gx * gx;
        xy += gx * gy;
        yy += gy * gy;
        ex += gx * error;
        ey += gy * error;
      }
    }
    const nx = ((left + right - 1) / 2 - centerX) / reach;
    const perPixel = 0.5 * gain;
    addPowers(slopes, 0, POWERS, xx * perPixel * perPixel, nx);
    addPowers(slopes, POWERS, POWERS, xy * perPixel * perPixel, nx);
    addPowers(slopes, 2 * POWERS, POWERS, yy * perPixel * perPixel, nx);
    addPowers(errors, 0, ERROR_POWERS, ex * perPixel, nx);
    addPowers(errors, ERROR_POWERS, ERROR_POWERS, ey * perPixel, nx);
  }
}

function addPowers(sums: Float64Array, start: number, count: number, value: number, place: number): void {
  let power = value;
  for (let i = start; i < start + count; i += 1) {
    sums[i] = (sums[i] as number) + power;
    power *= place;
  }
}

export function frameOf({ width, height }: { width: number; height: number }) {
  return { centerX: width / 2, centerY: height / 2, reach: Math.max(width, height) / 2 };
}
