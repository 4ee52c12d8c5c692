// Finds roughly where a leak lies on a stored picture, and in what size, by correlating the two at many sizes.
import { createGrid, type Spectrum, sideFor, transform } from './fourier.ts';
import { blur, type GrayImage, resize } from './gray-image.ts';

/** `scale` is the size of a stored pixel in the leak; `x` and `y` say where the leak starts, in stored pixels. */
export type Place = { scale: number; x: number; y: number; score: number };

type Size = { width: number; height: number };

/** The stored picture is searched with this long side, and sizes of the leak that differ by a factor of `step`. */
export type Detail = { longSide: number; step: number; blurRadius: number };
/** A rough search takes a tenth of the time, and finds all but the hardest leaks. */
export const ROUGH: Detail = { longSide: 40, step: 1.08, blurRadius: 2 };
export const THOROUGH: Detail = { longSide: 80, step: 1.04, blurRadius: 4 };

/** The grid has room for a leak of twice the size around the stored picture. */
const GRID_SIDE = 3.2;
const MAX_ZOOM = 2.6;
const MIN_OF_STORED = 0.18;
const MIN_OF_LEAK = 0.2;
const MIN_OVERLAP = 0.1;
/** Of two equally good places the larger one is more likely to be the right one. */
const FAVOR_LARGE = 0.2;

export function findPlaces(
  stored: GrayImage,
  full: Size,
  leak: GrayImage,
  fullLeak: Size,
  { detail, max }: { detail: Detail; max: number },
): Place[] {
  const zoom = detail.longSide / Math.max(full.width, full.height);
  const { base, energy, correlate } = prepare(stored, full, detail);
  const sizes = listScales(full, fullLeak, detail).map((scale) => {
    const [width, height] = [(fullLeak.width / scale) * zoom, (fullLeak.height / scale) * zoom];
    const part = resize(leak, Math.max(8, Math.round(width)), Math.max(8, Math.round(height)));
    return { scale, ...bandPass(part, detail) };
  });
  const places: Place[] = [];
  for (let i = 0; i < sizes.length; i += 2) {
    const [first, second] = [sizes[i], sizes[i + 1]];
    if (!first) break;
    const shifts = correlate(first, second);
    for (const [part, values] of [
      [first, shifts.re],
      [second, shifts.im],
    ] as const) {
      const best = part && bestShift(base, energy, part, { ...shifts, values });
      if (best) places.push({ scale: part.scale, x: best.x / zoom, y: best.y / zoom, score: best.score });
    }
  }
  return places.sort((one, other) => other.score - one.score).slice(0, max);
}

type Prepared = { base: GrayImage; energy: Energy; correlate: Correlate };
/** One stored picture is compared with a leak in many turns. */
const preparedOf = new WeakMap<GrayImage, Map<Detail, Prepared>>();

function prepare(stored: GrayImage, full: Size, detail: Detail): Prepared {
  const details = preparedOf.get(stored) ?? new Map<Detail, Prepared>();
  preparedOf.set(stored, details);
  const known = details.get(detail);
  if (known) return known;
  const zoom = detail.longSide / Math.max(full.width, full.height);
  const small = resize(stored, Math.round(full.width * zoom), Math.round(full.height * zoom));
  const base = bandPass(small, detail);
  const prepared = { base, energy: energyOf(base), correlate: openCorrelation(base) };
  details.set(detail, prepared);
  return prepared;
}

function listScales(full: Size, leak: Size, { step }: Detail): number[] {
  const scales: number[] = [];
  const ratio = Math.max(leak.width, leak.height) / Math.max(full.width, full.height);
  for (let scale = ratio / (GRID_SIDE - 1); scale < ratio * MAX_ZOOM; scale *= step) {
    const [width, height] = [leak.width / scale, leak.height / scale];
    const shared = Math.min(width, full.width) * Math.min(height, full.height);
    const isEnough =
      shared >= MIN_OF_STORED * full.width * full.height && shared >= MIN_OF_LEAK * width * height;
    if (isEnough) scales.push(scale);
  }
  return scales;
}

/** Keeps edges and shapes, and drops slow changes of light. */
function bandPass(picture: GrayImage, { blurRadius }: Detail): GrayImage {
  const { data } = blur(picture, blurRadius, 2);
  for (let i = 0; i < data.length; i += 1) data[i] = (picture.data[i] as number) - (data[i] as number);
  return { ...picture, data };
}

type Correlate = (first: GrayImage, second: GrayImage | undefined) => Spectrum;
/** Grids are large, so the few sizes that there are get one each. */
const scratch = new Map<string, Spectrum>();

/**
 * Correlates with two pictures in one transform: the first is in `re` of the answer, the second in `im`. The answer is
 * good until the next call.
 */
function openCorrelation(base: GrayImage): Correlate {
  const spectra = new Map<string, Spectrum>();
  return (first, second) => {
    const tallest = Math.max(first.height, second?.height ?? 0);
    const width = sideFor(base.width + Math.max(first.width, second?.width ?? 0));
    const height = sideFor(base.height + tallest);
    const name = `${width} x ${height}`;
    const stored = spectra.get(name) ?? spectrumOf(createGrid(width, height), base);
    spectra.set(name, stored);
    const parts = scratch.get(name) ?? createGrid(width, height);
    scratch.set(name, parts);
    spectrumOf(parts, first, second);
    const { re, im } = parts;
    const size = re.length;
    for (let i = 0; i < size; i += 1) {
      const sr = stored.re[i] as number;
      const si = stored.im[i] as number;
      const pr = re[i] as number;
      const pi = im[i] as number;
      re[i] = (sr * pr + si * pi) / size;
      im[i] = (si * pr - sr * pi) / size;
    }
    transform(parts, 'back', { rows: base.height, lastRows: tallest });
    return parts;
  };
}

function spectrumOf(grid: Spectrum, first: GrayImage, second?: GrayImage): Spectrum {
  grid.re.fill(0);
  grid.im.fill(0);
  place(first, grid, grid.re, 1);
  if (second) place(second, grid, grid.im, -1);
  const rows = Math.min(grid.height, Math.max(first.height, second?.height ?? 0));
  transform(grid, 'forward', { rows, lastRows: 0 });
  return grid;
}

function place({ width, height, data }: GrayImage, grid: Spectrum, values: Float64Array, sign: number): void {
  for (let y = 0; y < Math.min(height, grid.height); y += 1) {
    for (let x = 0; x < Math.min(width, grid.width); x += 1)
      values[y * grid.width + x] = sign * (data[y * width + x] as number);
  }
}

type Shift = { x: number; y: number; score: number };

function bestShift(
  base: GrayImage,
  baseEnergy: Energy,
  part: GrayImage,
  { width, height, values }: { width: number; height: number; values: Float64Array },
): Shift | undefined {
  const energy = energyOf(part);
  const all = base.width * base.height;
  const least = Math.max(MIN_OF_STORED * all, MIN_OF_LEAK * part.width * part.height);
  const overlap = Math.round(MIN_OVERLAP * Math.max(base.width, base.height));
  let best: Shift | undefined;
  for (let y = -part.height + overlap; y < base.height - overlap; y += 1) {
    const top = Math.max(0, y);
    const low = Math.min(base.height, y + part.height);
    for (let x = -part.width + overlap; x < base.width - overlap; x += 1) {
      const left = Math.max(0, x);
      const right = Math.min(base.width, x + part.width);
      const area = (right - left) * (low - top);
      if (area < least) continue;
      const power =
        sumOf(baseEnergy, left, top, right, low) * sumOf(energy, left - x, top - y, right - x, low - y);
      const value = values[((y + height) % height) * width + ((x + width) % width)] as number;
      const agreement = value / Math.sqrt(power + 1e-6);
      if (best && agreement <= best.score) continue;
      const score = agreement * (area / all) ** FAVOR_LARGE;
      if (!best || score > best.score) best = { x, y, score };
    }
  }
  return best;
}

/** Sums of squares over everything above and to the left of each pixel. */
type Energy = { sums: Float64Array; stride: number };

function energyOf({ width, height, data }: GrayImage): Energy {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += (data[y * width + x] as number) ** 2;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] as number) + row;
    }
  }
  return { sums, stride };
}

function sumOf({ sums, stride }: Energy, left: number, top: number, right: number, low: number): number {
  const lowRow = low * stride;
  const topRow = top * stride;
  const lower = (sums[lowRow + right] as number) - (sums[lowRow + left] as number);
  return lower - (sums[topRow + right] as number) + (sums[topRow + left] as number);
}
