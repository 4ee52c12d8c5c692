import type { GrayImage } from './gray-image.ts';

// A projection maps points of one picture to points of another: a 3 x 3 matrix, row by row.

export type Projection = readonly number[];

/** Returns the projection that applies `inner` first. */
export function compose(outer: Projection, inner: Projection): Projection {
  const product = Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [3 * Math.floor(at / 3), at % 3];
    let sum = 0;
    for (let i = 0; i < 3; i += 1) sum += (outer[row + i] as number) * (inner[3 * i + column] as number);
    return sum;
  });
  const last = product[8] as number;
  return product.map((value) => value / last);
}

export function scaling(scaleX: number, scaleY: number, shiftX: number, shiftY: number): Projection {
  return [scaleX, 0, shiftX, 0, scaleY, shiftY, 0, 0, 1];
}

export function turning(angle: number, centerX: number, centerY: number): Projection {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c, -s, centerX - c * centerX + s * centerY, s, c, centerY - s * centerX - c * centerY, 0, 0, 1];
}

/** `unit` is the size of a pixel of this level; of `everyRow` rows one is drawn. */
type Grid = { width: number; height: number; unit: number; everyRow: number };

/**
 * Draws `picture` on a grid, and NaN where it does not reach. `map` takes points of the grid to points of the picture,
 * both in pixels of the finest level. Rows that are not drawn keep what `out` had.
 */
export function warp(grid: Grid, picture: GrayImage, map: Projection, out: Float32Array): void {
  const { width, height, unit, everyRow } = grid;
  const middle = (unit - 1) / 2;
  const toLevel = scaling(1 / unit, 1 / unit, -middle / unit, -middle / unit);
  const placed = compose(toLevel, compose(map, scaling(unit, unit, middle, middle)));
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = placed;
  const isTilted = g !== 0 || h !== 0;
  const { width: w, data } = picture;
  const [lastColumn, lastRow] = [w - 1, picture.height - 1];
  for (let y = 0; y < height; y += everyRow) {
    for (let x = 0; x < width; x += 1) {
      const depth = g * x + h * y + i;
      // Dividing takes longer than all the rest, and most maps do not tilt.
      const nearness = isTilted ? 1 / depth : 1;
      const u = (a * x + b * y + c) * nearness;
      const v = (d * x + e * y + f) * nearness;
      if (!(depth > 0 && u >= 0 && v >= 0 && u < lastColumn && v < lastRow)) {
        out[y * width + x] = Number.NaN;
        continue;
      }
      const column = u | 0;
      const row = v | 0;
      const at = row * w + column;
      const share = u - column;
      const top = (data[at] as number) + ((data[at + 1] as number) - (data[at] as number)) * share;
      const lowLeft = data[at + w] as number;
      const low = lowLeft + ((data[at + w + 1] as number) - lowLeft) * share;
      out[y * width + x] = top + (low - top) * (v - row);
    }
  }
}

/** Solves a symmetric positive system of equations; undefined if it has no single solution. */
export function solveLinear(matrix: Float64Array, right: Float64Array): Float64Array | undefined {
  const n = right.length;
  const a = Float64Array.from(matrix);
  const x = Float64Array.from(right);
  const at = (row: number, column: number) => a[row * n + column] as number;
  // A little more on the diagonal keeps parameters that the picture does not determine near zero.
  for (let p = 0; p < n; p += 1) a[p * n + p] = at(p, p) * (1 + 1e-6);
  for (let p = 0; p < n; p += 1) {
    if (!(Math.abs(at(p, p)) > 1e-9)) return undefined;
    for (let row = p + 1; row < n; row += 1) {
      const factor = at(row, p) / at(p, p);
      for (let column = p; column < n; column += 1)
        a[row * n + column] = at(row, column) - factor * at(p, column);
      x[row] = (x[row] as number) - factor * (x[p] as number);
    }
  }
  for (let p = n - 1; p >= 0; p -= 1) {
    let value = x[p] as number;
    for (let column = p + 1; column < n; column += 1) value -= at(p, column) * (x[column] as number);
    x[p] = value / at(p, p);
  }
  return x;
}
