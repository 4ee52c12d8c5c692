import { blur, clamp, type GrayPicture } from './gray-picture.ts';
import { solveLinear } from './solve-linear.ts';

const BINS = 64;
const LEAST_IN_BIN = 10;
const STEPS_PER_LEVEL = 4;

/** A fit of a few numbers does not need every pixel; 7 divides no usual width, so that all columns take part. */
const FITTED_EVERY = 7;

/** Takes what was seen and returns what is left of it when everything that is not a mark is taken away. */
type Explain = (seen: Float32Array) => Float32Array;

/** A tone curve and a blur or sharpening are fitted by least squares and taken away. */
export function openExplanation(stored: GrayPicture): Explain {
  const near = without(blur(stored, 1, 1).data, stored.data);
  const far = without(blur(stored, 2, 2).data, stored.data);
  return (seen) => {
    const toned = fitToneCurve(stored.data, seen);
    const [k0 = 0, k1 = 0, k2 = 0, k3 = 0] = fitParts([toned, near, far], seen) ?? [0, 1, 0, 0];
    const rest = new Float32Array(seen.length);
    for (let i = 0; i < seen.length; i += 1) {
      const explained = k0 + k1 * (toned[i] as number) + k2 * (near[i] as number) + k3 * (far[i] as number);
      rest[i] = (seen[i] as number) - explained;
    }
    return rest;
  };
}

function without(data: Float32Array, other: Float32Array): Float32Array {
  for (let i = 0; i < data.length; i += 1) data[i] = (data[i] as number) - (other[i] as number);
  return data;
}

/** Returns a constant and a factor for each part, whose sum comes nearest to what was seen. */
function fitParts(parts: readonly Float32Array[], seen: Float32Array): Float64Array | undefined {
  const n = parts.length + 1;
  const matrix = new Float64Array(n * n);
  const right = new Float64Array(n);
  const values = new Float64Array(n).fill(1);
  for (let i = 0; i < seen.length; i += FITTED_EVERY) {
    const value = seen[i] as number;
    if (Number.isNaN(value)) continue;
    for (let p = 1; p < n; p += 1) values[p] = (parts[p - 1] as Float32Array)[i] as number;
    for (let p = 0; p < n; p += 1) {
      const own = values[p] as number;
      right[p] = (right[p] as number) + own * value;
      for (let q = 0; q < n; q += 1) {
        matrix[p * n + q] = (matrix[p * n + q] as number) + own * (values[q] as number);
      }
    }
  }
  return solveLinear(matrix, right);
}

/**
 * Returns the stored picture as it would look with the tone curve of the leak. The mean of what was seen for each stored
 * brightness covers gamma, contrast and clipping alike.
 */
function fitToneCurve(stored: Float32Array, seen: Float32Array): Float32Array {
  const from = new Float64Array(BINS);
  const to = new Float64Array(BINS);
  const count = new Float64Array(BINS);
  for (let i = 0; i < seen.length; i += FITTED_EVERY) {
    const value = seen[i] as number;
    if (Number.isNaN(value)) continue;
    const brightness = stored[i] as number;
    const bin = clamp(Math.floor((brightness * BINS) / 256), 0, BINS - 1);
    from[bin] = (from[bin] as number) + brightness;
    to[bin] = (to[bin] as number) + value;
    count[bin] = (count[bin] as number) + 1;
  }
  const knots = [...count.entries()]
    .filter(([, many]) => many > LEAST_IN_BIN)
    .map(([bin, many]) => ({ x: (from[bin] as number) / many, y: (to[bin] as number) / many }));
  if (knots.length < 2) return stored;
  const table = Float32Array.from({ length: 255 * STEPS_PER_LEVEL + 1 }, (_, i) =>
    interpolate(knots, i / STEPS_PER_LEVEL),
  );
  const toned = new Float32Array(stored.length);
  for (let i = 0; i < stored.length; i += 1) {
    const at = Math.round((stored[i] as number) * STEPS_PER_LEVEL);
    toned[i] = table[clamp(at, 0, table.length - 1)] as number;
  }
  return toned;
}

type Knot = { x: number; y: number };

/** Beyond the outermost knots the line through the last two goes on. */
function interpolate(knots: Knot[], x: number): number {
  const next = knots.findIndex((knot) => knot.x >= x);
  const at = clamp(next === -1 ? knots.length - 1 : next, 1, knots.length - 1);
  const [low, high] = [knots[at - 1] as Knot, knots[at] as Knot];
  return low.y + ((high.y - low.y) * (x - low.x)) / (high.x - low.x);
}
