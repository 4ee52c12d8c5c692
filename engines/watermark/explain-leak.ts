import { takeAway } from './align.ts';
import { blur, clamp, type GrayImage } from './gray-image.ts';
import { solveLinear } from './projection.ts';

const BINS = 64;
const MIN_IN_BIN = 10;
const STEPS_PER_LEVEL = 4;
const STEPS = 255 * STEPS_PER_LEVEL + 1;

/** A fit of a few numbers does not need every pixel; 7 divides no usual width, so that all columns take part. */
const FITTED_EVERY = 7;

/** The first two are those of lenses and scaling, the last one that of filters for local contrast. */
const BLURS: readonly (readonly [radius: number, times: number])[] = [
  [1, 1],
  [2, 2],
  [12, 2],
];

/** Takes what was seen and returns what is left of it when everything that is not a mark is taken away. */
type Explain = (seen: Float32Array) => Float32Array;

/** A tone curve, a blur or sharpening and light that changes slowly over the picture are fitted and taken away. */
export function openExplanation(stored: GrayImage): Explain {
  const [near, far, wide] = BLURS.map(([radius, times]) =>
    without(blur(stored, radius, times).data, stored.data),
  ) as [Float32Array, Float32Array, Float32Array];
  const { data } = stored;
  return (seen) => {
    const toneOf = fitToneCurve(data, seen);
    const fitted = fitParts(data, toneOf, [near, far, wide], seen);
    const [k0 = 0, k1 = 0, k2 = 0, k3 = 0, k4 = 0] = fitted ?? [0, 1];
    const explained = new Float32Array(seen.length);
    for (let i = 0; i < seen.length; i += 1) {
      const tone = toneOf[stepOf(data[i] as number)] as number;
      const sharpness = k2 * (near[i] as number) + k3 * (far[i] as number) + k4 * (wide[i] as number);
      explained[i] = k0 + k1 * tone + sharpness;
    }
    return takeAway(stored, seen, explained);
  };
}

function without(data: Float32Array, other: Float32Array): Float32Array {
  for (let i = 0; i < data.length; i += 1) data[i] = (data[i] as number) - (other[i] as number);
  return data;
}

/** Returns a constant, a factor for the tone and one for each part, whose sum comes nearest to what was seen. */
function fitParts(
  stored: Float32Array,
  toneOf: Float32Array,
  parts: readonly Float32Array[],
  seen: Float32Array,
): Float64Array | undefined {
  const n = parts.length + 2;
  const matrix = new Float64Array(n * n);
  const right = new Float64Array(n);
  const values = new Float64Array(n).fill(1);
  for (let i = 0; i < seen.length; i += FITTED_EVERY) {
    const value = seen[i] as number;
    if (Number.isNaN(value)) continue;
    values[1] = toneOf[stepOf(stored[i] as number)] as number;
    for (let p = 2; p < n; p += 1) values[p] = (parts[p - 2] as Float32Array)[i] as number;
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
 * Returns what each step of stored brightness looks like in the leak. The mean of what was seen for each brightness covers
 * gamma, contrast and clipping alike.
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
    .filter(([, many]) => many > MIN_IN_BIN)
    .map(([bin, many]) => ({ x: (from[bin] as number) / many, y: (to[bin] as number) / many }));
  return Float32Array.from({ length: STEPS }, (_, step) => {
    const brightness = step / STEPS_PER_LEVEL;
    return knots.length < 2 ? brightness : interpolate(knots, brightness);
  });
}

function stepOf(brightness: number): number {
  return clamp(Math.round(brightness * STEPS_PER_LEVEL), 0, STEPS - 1);
}

type Knot = { x: number; y: number };

/** Beyond the outermost knots the line through the last two goes on. */
function interpolate(knots: Knot[], x: number): number {
  const next = knots.findIndex((knot) => knot.x >= x);
  const at = clamp(next === -1 ? knots.length - 1 : next, 1, knots.length - 1);
  const [low, high] = [knots[at - 1] as Knot, knots[at] as Knot];
  return low.y + ((high.y - low.y) * (x - low.x)) / (high.x - low.x);
}
