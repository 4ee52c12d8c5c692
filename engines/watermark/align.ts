// Refines where a leak lies on a stored picture by the method of Lucas and Kanade: from the slopes of the stored picture
// it follows how the leak has to be moved, turned, stretched and tilted for the two to agree.
import { findMove, frameOf } from './find-move.ts';
import type { GrayPicture } from './gray-picture.ts';
import { compose, type Projection, scaling, warp } from './projection.ts';

/** `fit` is the correlation of the two pictures where both are known. */
export type Alignment = { map: Projection; fit: number };

/** `parameters`: 6 for moving, turning and stretching, 8 to tilt as well. */
type Effort = { unit: number; rounds: number; parameters: 6 | 8; everyRow?: number };

const LEAST_SHARE = 0.1;
const STEADY_PIXELS = 0.003;

export function align(
  stored: GrayPicture,
  leak: GrayPicture,
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
  { width, height, data }: GrayPicture,
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
  if (n * everyRow < LEAST_SHARE * seen.length) return undefined;
  const varianceR = sumRR - (sumR * sumR) / n;
  const varianceL = sumLL - (sumL * sumL) / n;
  const both = sumRL - (sumR * sumL) / n;
  const gain = both / (varianceR || 1);
  return { gain, offset: (sumL - gain * sumR) / n, fit: both / Math.sqrt(varianceR * varianceL || 1) };
}

/** Returns the correlation of the slopes of the two pictures where both are known; small things decide it. */
export function compareSlopes(stored: GrayPicture, leak: GrayPicture, map: Projection, unit: number): number {
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
function undo(move: Float64Array, stored: GrayPicture, unit: number): Projection {
  const { centerX, centerY, reach } = frameOf(stored);
  const middle = (unit - 1) / 2;
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0, m6 = 0, m7 = 0] = move.map((value) => value / reach);
  const back = [1 - m1, -m2, -m0, -m4, 1 - m5, -m3, m6, m7, 1];
  const [x, y, size] = [centerX * unit + middle, centerY * unit + middle, reach * unit];
  return compose(scaling(size, size, x, y), compose(back, scaling(1 / size, 1 / size, -x / size, -y / size)));
}
