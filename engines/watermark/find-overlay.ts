// Lays a stored photo over a leak so that as many matching features as possible lie on each other.
import type { Features } from './local-features.ts';
import type { Matches } from './match-features.ts';

/**
 * Takes a place (x, y) of the photo to (a x - b y + left, b x + a y + top) of the leak, each in units of its own long side.
 * `score` is the sum of the weights of the features that agree.
 */
export type Overlay = { a: number; b: number; left: number; top: number; score: number };

/** Only the matches with the highest weights are compared in pairs. */
const MAX_COMPARED = 80;
const MIN_APART = 0.08;
/** The leak may be turned by some degrees. */
const MAX_TURN = 0.12;
const SAME_SCALE = 1.5;
/** Features that lie closer than this share of the photo's long side are at one place. */
const SAME_PLACE = 0.02;

export function findOverlay(
  leaked: Features,
  stored: Features,
  matches: Matches,
  weights: Float64Array,
): Overlay | undefined {
  const order = [...weights.keys()].sort(
    (one, other) => (weights[other] as number) - (weights[one] as number),
  );
  const compared = order.slice(0, MAX_COMPARED);
  const takenIn = new Uint32Array(stored.count);
  const agreeing: number[] = [];
  let best: Overlay | undefined;
  let round = 0;
  for (const [at, first] of compared.entries()) {
    for (const second of compared.slice(at + 1)) {
      const overlay = throughPair(leaked, stored, matches, first, second);
      if (!overlay) continue;
      overlay.score = sumAgreeing(overlay);
      if (overlay.score > (best?.score ?? 0)) best = overlay;
    }
  }
  if (!best) return undefined;
  sumAgreeing(best);
  return throughAll(leaked, stored, matches, weights, agreeing, best);

  /** Lists the matches that agree; each stored feature counts once, with the best of its matches. */
  function sumAgreeing({ a, b, left, top }: Overlay): number {
    const scale = Math.hypot(a, b);
    const reach = SAME_PLACE * scale;
    let sum = 0;
    round += 1;
    agreeing.length = 0;
    for (const n of compared) {
      const i = matches.leaked[n] as number;
      const j = matches.stored[n] as number;
      const x = stored.x[j] as number;
      const y = stored.y[j] as number;
      if (Math.abs(a * x - b * y + left - (leaked.x[i] as number)) > reach) continue;
      if (Math.abs(b * x + a * y + top - (leaked.y[i] as number)) > reach) continue;
      if (takenIn[j] === round || !isOfScale(leaked, stored, i, j, scale)) continue;
      takenIn[j] = round;
      agreeing.push(n);
      sum += weights[n] as number;
    }
    return sum;
  }
}

function throughPair(
  leaked: Features,
  stored: Features,
  matches: Matches,
  first: number,
  second: number,
): Overlay | undefined {
  const [i, j] = [matches.leaked[first] as number, matches.stored[first] as number];
  const [k, l] = [matches.leaked[second] as number, matches.stored[second] as number];
  const dx = (stored.x[l] as number) - (stored.x[j] as number);
  const dy = (stored.y[l] as number) - (stored.y[j] as number);
  const apart = dx * dx + dy * dy;
  if (apart < MIN_APART * MIN_APART) return undefined;
  const ex = (leaked.x[k] as number) - (leaked.x[i] as number);
  const ey = (leaked.y[k] as number) - (leaked.y[i] as number);
  const a = (dx * ex + dy * ey) / apart;
  const b = (dx * ey - dy * ex) / apart;
  if (a <= 0 || Math.abs(b) > MAX_TURN * a) return undefined;
  const scale = Math.hypot(a, b);
  if (!isOfScale(leaked, stored, i, j, scale) || !isOfScale(leaked, stored, k, l, scale)) return undefined;
  const [x, y] = [stored.x[j] as number, stored.y[j] as number];
  const left = (leaked.x[i] as number) - a * x + b * y;
  const top = (leaked.y[i] as number) - b * x - a * y;
  return { a, b, left, top, score: 0 };
}

/** Fits the overlay to all matches that agree, by least squares. */
function throughAll(
  leaked: Features,
  stored: Features,
  matches: Matches,
  weights: Float64Array,
  agreeing: readonly number[],
  rough: Overlay,
): Overlay {
  const mean = (values: Float32Array, features: Uint16Array) => {
    let sum = 0;
    for (const n of agreeing) sum += (weights[n] as number) * (values[features[n] as number] as number);
    return sum / rough.score;
  };
  const [x, y] = [mean(stored.x, matches.stored), mean(stored.y, matches.stored)];
  const [u, v] = [mean(leaked.x, matches.leaked), mean(leaked.y, matches.leaked)];
  let [along, across, spread] = [0, 0, 0];
  for (const n of agreeing) {
    const [i, j] = [matches.leaked[n] as number, matches.stored[n] as number];
    const [dx, dy] = [(stored.x[j] as number) - x, (stored.y[j] as number) - y];
    const [ex, ey] = [(leaked.x[i] as number) - u, (leaked.y[i] as number) - v];
    along += (weights[n] as number) * (dx * ex + dy * ey);
    across += (weights[n] as number) * (dx * ey - dy * ex);
    spread += (weights[n] as number) * (dx * dx + dy * dy);
  }
  const [a, b] = [along / spread, across / spread];
  return { a, b, left: u - a * x + b * y, top: v - b * x - a * y, score: rough.score };
}

function isOfScale(leaked: Features, stored: Features, i: number, j: number, scale: number): boolean {
  const ratio = (scale * (stored.step[j] as number)) / (leaked.step[i] as number);
  return ratio < SAME_SCALE && ratio > 1 / SAME_SCALE;
}
