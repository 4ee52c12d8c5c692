// A projection maps points of one picture to points of another: a 3 x 3 matrix, row by row.
import type { GrayPicture } from './gray-picture.ts';

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

/**
 * Draws `picture` on a grid of the given size; NaN where it does not reach. `map` takes points of the grid to points of
 * the picture, both in pixels of the finest level; `unit` is the size of a pixel of this level.
 */
export function warp(
  { width, height }: { width: number; height: number },
  picture: GrayPicture,
  map: Projection,
  unit: number,
): Float32Array {
  const out = new Float32Array(width * height);
  const middle = (unit - 1) / 2;
  const toLevel = scaling(1 / unit, 1 / unit, -middle / unit, -middle / unit);
  const [a, b, c, d, e, f, g, h, i] = compose(toLevel, compose(map, scaling(unit, unit, middle, middle))) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const { width: w, height: tall, data } = picture;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const depth = g * x + h * y + i;
      const u = (a * x + b * y + c) / depth;
      const v = (d * x + e * y + f) / depth;
      const [column, row] = [Math.floor(u), Math.floor(v)];
      if (!(depth > 0 && column >= 0 && row >= 0 && column < w - 1 && row < tall - 1)) {
        out[y * width + x] = Number.NaN;
        continue;
      }
      const at = row * w + column;
      const share = u - column;
      const top = (data[at] as number) + ((data[at + 1] as number) - (data[at] as number)) * share;
      const lowLeft = data[at + w] as number;
      const low = lowLeft + ((data[at + w + 1] as number) - lowLeft) * share;
      out[y * width + x] = top + (low - top) * (v - row);
    }
  }
  return out;
}
