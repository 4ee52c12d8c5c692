// Lays a leak over a stored picture by the features that both have. This works where much of the leak is something else,
// like a banner or the other half of a collage. What does not agree is left out.
import { findOverlay, type Overlay } from './find-overlay.ts';
import { blur, type GrayImage, pyramidOf } from './gray-image.ts';
import { detectFeatures, type Features } from './local-features.ts';
import { leakedFeatures, MAX_BITS, openMatching } from './match-features.ts';
import { type Leak, type Reference, resizeLeak, type Turn, turnLeak } from './open-leak.ts';
import { type Projection, warp } from './projection.ts';
import { openVoting } from './vote-place.ts';

/** `leak` has unknown values where it shows something else; `map` takes the stored picture at half size to it. */
type FeatureStart = { map: Projection; leak: GrayImage; turn: Turn };

const SEEN = { longSides: [400, 278], max: 300, cells: 6, maxPerCell: 15 };
/** Fewer features may agree by chance. */
const MIN_SCORE = 3;
/** Foreign parts are looked for at an eighth of the size, which is a quarter of the half. */
const LEVEL = 2;
const UNIT = 2 ** LEVEL;
const CELL = 8;
const MIN_AGREEMENT = 0.8;
const MIN_VARIANCE = 20;
/** Brightness that differs by more than this, as the mean of some pixels, is foreign. */
const FOREIGN = 20;
const FOREIGN_REACH = 2;
/** Nothing can be read of a picture that is nearly all foreign. */
const MIN_KNOWN = 0.1;

export async function startByFeatures(
  reference: Reference,
  leak: Leak,
  turns: readonly Turn[],
): Promise<FeatureStart | undefined> {
  const stored = detectFeatures(reference.levels[0] as GrayImage, SEEN);
  let best: { overlay: Overlay; turn: Turn } | undefined;
  for (const turn of turns) {
    const overlay = layOver(await leakedFeatures(leak, turn), stored);
    if (overlay && overlay.score > (best?.overlay.score ?? MIN_SCORE)) best = { overlay, turn };
  }
  if (!best) return undefined;
  const { turn } = best;
  const { map, picture } = await scaleLeak(reference, await turnLeak(leak, turn), best.overlay);
  return hideForeign(reference, picture, map) ? { map, leak: picture, turn } : undefined;
}

function layOver(leaked: Features, stored: Features): Overlay | undefined {
  const weigh = (bits: Uint8Array, count: number) =>
    Float64Array.from({ length: count }, (_, n) => 1 - (bits[n] as number) / (MAX_BITS + 12));
  const all = openMatching(leaked)(stored);
  const vote = openVoting(leaked)(stored, all, weigh(all.bits, all.count));
  return vote && findOverlay(leaked, stored, vote.matches, weigh(vote.matches.bits, vote.matches.count));
}

/** Returns the leak in about the scale of the stored picture at half size, and how that lies on it. */
async function scaleLeak(reference: Reference, upright: Leak, { a, b, left, top }: Overlay) {
  const half = reference.levels[0] as GrayImage;
  const storedSide = Math.max(half.width, half.height);
  const zoom = storedSide / (Math.hypot(a, b) * Math.max(upright.width, upright.height));
  const width = Math.max(16, Math.round(upright.width * zoom));
  const height = Math.max(16, Math.round(upright.height * zoom));
  const side = Math.max(width, height);
  const [c, s] = [(a * side) / storedSide, (b * side) / storedSide];
  const map: Projection = [c, -s, left * side, s, c, top * side, 0, 0, 1];
  return { map, picture: await resizeLeak(upright, width, height) };
}

/** Makes foreign parts of the leak unknown, and returns whether enough of it is left. */
function hideForeign(reference: Reference, leak: GrayImage, map: Projection): boolean {
  const stored = reference.levels[LEVEL] as GrayImage;
  const { width, height } = stored;
  const seen = new Float32Array(stored.data.length);
  warp({ width, height, unit: UNIT, everyRow: 1 }, pyramidOf(leak, LEVEL)[LEVEL] as GrayImage, map, seen);
  const tone = fitTone(stored, seen);
  if (!tone) return false;
  const rest = seen.map((value, i) =>
    Number.isNaN(value) ? 0 : value - tone.gain * (stored.data[i] as number) - tone.offset,
  );
  let known = 0;
  for (const [i, difference] of blur({ width, height, data: rest }, FOREIGN_REACH, 1).data.entries()) {
    if (Number.isNaN(seen[i])) continue;
    if (Math.abs(difference) <= FOREIGN) known += 1;
    else hideAround(leak, map, ((i % width) + 0.5) * UNIT, (Math.floor(i / width) + 0.5) * UNIT);
  }
  return known >= MIN_KNOWN * seen.length;
}

type Sums = { n: number; r: number; l: number; rr: number; ll: number; rl: number };

/** Compares brightness only in the cells where the two pictures certainly show the same. */
function fitTone(stored: GrayImage, seen: Float32Array): { gain: number; offset: number } | undefined {
  const total = emptySums();
  for (let top = 0; top + CELL <= stored.height; top += CELL) {
    for (let left = 0; left + CELL <= stored.width; left += CELL) {
      const cell = sumCell(stored, seen, left, top);
      const { rr, ll, rl } = spreadOf(cell);
      if (!(Math.min(rr, ll) > MIN_VARIANCE * cell.n && rl > MIN_AGREEMENT * Math.sqrt(rr * ll))) continue;
      for (const key of Object.keys(total) as (keyof Sums)[]) total[key] += cell[key];
    }
  }
  const { rr, rl } = spreadOf(total);
  if (rr === 0 || rl <= 0) return undefined;
  const gain = rl / rr;
  return { gain, offset: (total.l - gain * total.r) / total.n };
}

function emptySums(): Sums {
  return { n: 0, r: 0, l: 0, rr: 0, ll: 0, rl: 0 };
}

function spreadOf({ n, r, l, rr, ll, rl }: Sums): { rr: number; ll: number; rl: number } {
  if (n === 0) return { rr: 0, ll: 0, rl: 0 };
  return { rr: rr - (r * r) / n, ll: ll - (l * l) / n, rl: rl - (r * l) / n };
}

/** A cell that was not seen as a whole has unknown sums, which agree with nothing. */
function sumCell(stored: GrayImage, seen: Float32Array, left: number, top: number): Sums {
  const sums = emptySums();
  for (let y = top; y < top + CELL; y += 1) {
    for (let x = left; x < left + CELL; x += 1) {
      const r = stored.data[y * stored.width + x] as number;
      const l = seen[y * stored.width + x] as number;
      sums.n += 1;
      sums.r += r;
      sums.l += l;
      sums.rr += r * r;
      sums.ll += l * l;
      sums.rl += r * l;
    }
  }
  return sums;
}

function hideAround({ width, height, data }: GrayImage, map: Projection, x: number, y: number): void {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0] = map;
  const [u, v] = [Math.round(a * x + b * y + c), Math.round(d * x + e * y + f)];
  for (let row = Math.max(0, v - UNIT); row <= Math.min(height - 1, v + UNIT); row += 1) {
    const start = row * width;
    data.fill(Number.NaN, start + Math.max(0, u - UNIT), start + Math.max(0, Math.min(width, u + UNIT + 1)));
  }
}
