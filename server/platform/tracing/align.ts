// Refines where a leak lies on a stored picture by the method of Lucas and Kanade: from the slopes of the stored picture
// it follows how the leak has to be moved, turned, stretched and tilted for the two to agree.
import type { GrayPicture } from './gray-picture.ts';
import { compose, type Projection, scaling, warp } from './projection.ts';
import { solveLinear } from './solve-linear.ts';

/** `fit` is the correlation of the two pictures where both are known. */
export type Alignment = { map: Projection; fit: number };

/** `parameters`: 6 for moving, turning and stretching, 8 to tilt as well. */
type Effort = { unit: number; rounds: number; parameters: 6 | 8 };

/** A larger difference in brightness is taken for something that is not in the stored picture. */
const FOREIGN = 40;
const LEAST_SHARE = 0.1;
const STEADY_PIXELS = 0.003;

export function align(stored: GrayPicture, leak: GrayPicture, start: Projection, effort: Effort): Alignment {
  const { unit, parameters } = effort;
  let { rounds } = effort;
  let best: Alignment = { map: start, fit: -1 };
  let map = start;
  for (let round = 0; round <= rounds; round += 1) {
    const seen = warp(stored, leak, map, unit);
    const tone = compareTones(stored.data, seen);
    if (!tone) return best;
    if (tone.fit > best.fit) best = { map, fit: tone.fit };
    if (round === rounds || tone.gain <= 0) return best;
    // Far from the right place large differences still show the way.
    const isFar = unit >= 4 && round <= 3;
    const move = findMove(stored, seen, tone, parameters, isFar);
    if (!move) return best;
    map = compose(map, undo(move, stored, unit));
    if (Math.hypot(...move) < STEADY_PIXELS) rounds = Math.min(rounds, round + 1);
  }
  return best;
}

type Tone = { gain: number; offset: number; fit: number };

function compareTones(stored: Float32Array, seen: Float32Array): Tone | undefined {
  let [n, sumR, sumL, sumRR, sumLL, sumRL] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < seen.length; i += 1) {
    const l = seen[i] as number;
    if (Number.isNaN(l)) continue;
    const r = stored[i] as number;
    n += 1;
    sumR += r;
    sumL += l;
    sumRR += r * r;
    sumLL += l * l;
    sumRL += r * l;
  }
  if (n < LEAST_SHARE * seen.length) return undefined;
  const varianceR = sumRR - (sumR * sumR) / n;
  const varianceL = sumLL - (sumL * sumL) / n;
  const both = sumRL - (sumR * sumL) / n;
  const gain = both / (varianceR || 1);
  return { gain, offset: (sumL - gain * sumR) / n, fit: both / Math.sqrt(varianceR * varianceL || 1) };
}

/** Returns the parameters of the move, as pixels at the edge of the picture. */
function findMove(
  { width, height, data }: GrayPicture,
  seen: Float32Array,
  { gain, offset }: Tone,
  parameters: number,
  isFar: boolean,
): Float64Array | undefined {
  const { centerX, centerY, reach } = frameOf(width, height);
  const matrix = new Float64Array(parameters * parameters);
  const right = new Float64Array(parameters);
  const slope = new Float64Array(8);
  for (let y = 1; y < height - 1; y += 1) {
    const ny = (y - centerY) / reach;
    for (let x = 1; x < width - 1; x += 1) {
      const i = y * width + x;
      const l = seen[i] as number;
      if (Number.isNaN(l)) continue;
      let error = l - gain * (data[i] as number) - offset;
      if (error > FOREIGN || error < -FOREIGN) {
        if (!isFar) continue;
        error = error > 0 ? FOREIGN : -FOREIGN;
      }
      const gx = ((data[i + 1] as number) - (data[i - 1] as number)) * 0.5 * gain;
      const gy = ((data[i + width] as number) - (data[i - width] as number)) * 0.5 * gain;
      const nx = (x - centerX) / reach;
      slope[0] = gx;
      slope[1] = gx * nx;
      slope[2] = gx * ny;
      slope[3] = gy;
      slope[4] = gy * nx;
      slope[5] = gy * ny;
      const along = gx * nx + gy * ny;
      slope[6] = along * nx;
      slope[7] = along * ny;
      for (let p = 0; p < parameters; p += 1) {
        const s = slope[p] as number;
        right[p] = (right[p] as number) + s * error;
        const row = p * parameters;
        for (let q = p; q < parameters; q += 1)
          matrix[row + q] = (matrix[row + q] as number) + s * (slope[q] as number);
      }
    }
  }
  for (let p = 0; p < parameters; p += 1) {
    for (let q = 0; q < p; q += 1) matrix[p * parameters + q] = matrix[q * parameters + p] as number;
  }
  return solveLinear(matrix, right);
}

/** The leak shows at x what the stored picture has at x + move(x); this is x - move(x), to first order its inverse. */
function undo(move: Float64Array, { width, height }: GrayPicture, unit: number): Projection {
  const { centerX, centerY, reach } = frameOf(width, height);
  const middle = (unit - 1) / 2;
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0, m6 = 0, m7 = 0] = move.map((value) => value / reach);
  const back = [1 - m1, -m2, -m0, -m4, 1 - m5, -m3, m6, m7, 1];
  const [x, y, size] = [centerX * unit + middle, centerY * unit + middle, reach * unit];
  return compose(scaling(size, size, x, y), compose(back, scaling(1 / size, 1 / size, -x / size, -y / size)));
}

function frameOf(width: number, height: number) {
  return { centerX: width / 2, centerY: height / 2, reach: Math.max(width, height) / 2 };
}
