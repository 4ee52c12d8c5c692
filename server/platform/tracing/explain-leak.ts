import { blur, clamp, type GrayPicture } from './gray-picture.ts';
import { solveLinear } from './solve-linear.ts';

const BINS = 64;
const LEAST_IN_BIN = 50;
const STEPS_PER_LEVEL = 4;

/** Returns what is left of the leak when a tone curve and a blur or sharpening, fitted by least squares, are taken away. */
export function explainLeak(stored: GrayPicture, seen: Float32Array): Float32Array {
  const curve = fitToneCurve(stored.data, seen);
  const near = blur(stored, 1, 1).data;
  const far = blur(stored, 2, 2).data;
  const n = 4;
  const matrix = new Float64Array(n * n);
  const right = new Float64Array(n);
  const features = new Float64Array(n);
  const measure = (i: number) => {
    const value = stored.data[i] as number;
    features[0] = 1;
    features[1] = curve(value) / 255;
    features[2] = ((near[i] as number) - value) / 255;
    features[3] = ((far[i] as number) - value) / 255;
  };
  for (let i = 0; i < seen.length; i += 1) {
    const value = seen[i] as number;
    if (Number.isNaN(value)) continue;
    measure(i);
    for (let p = 0; p < n; p += 1) {
      const feature = features[p] as number;
      right[p] = (right[p] as number) + feature * value;
      for (let q = 0; q < n; q += 1) {
        matrix[p * n + q] = (matrix[p * n + q] as number) + feature * (features[q] as number);
      }
    }
  }
  const [k0 = 0, k1 = 0, k2 = 0, k3 = 0] = solveLinear(matrix, right) ?? [0, 255, 0, 0];
  return seen.map((value, i) => {
    if (Number.isNaN(value)) return value;
    measure(i);
    const explained =
      k0 + k1 * (features[1] as number) + k2 * (features[2] as number) + k3 * (features[3] as number);
    return value - explained;
  });
}

/** The mean of what was seen for each stored brightness covers gamma, contrast and clipping alike. */
function fitToneCurve(stored: Float32Array, seen: Float32Array): (value: number) => number {
  const from = new Float64Array(BINS);
  const to = new Float64Array(BINS);
  const count = new Float64Array(BINS);
  for (let i = 0; i < seen.length; i += 1) {
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
  if (knots.length < 2) return (value) => value;
  const table = Float32Array.from({ length: 255 * STEPS_PER_LEVEL + 1 }, (_, i) =>
    interpolate(knots, i / STEPS_PER_LEVEL),
  );
  return (value) => table[clamp(Math.round(value * STEPS_PER_LEVEL), 0, table.length - 1)] as number;
}

type Knot = { x: number; y: number };

/** Beyond the outermost knots the line through the last two goes on. */
function interpolate(knots: Knot[], x: number): number {
  const next = knots.findIndex((knot) => knot.x >= x);
  const at = clamp(next === -1 ? knots.length - 1 : next, 1, knots.length - 1);
  const [low, high] = [knots[at - 1] as Knot, knots[at] as Knot];
  return low.y + ((high.y - low.y) * (x - low.x)) / (high.x - low.x);
}
