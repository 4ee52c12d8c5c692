/** The longest side of a grid; both sides are powers of two. */
const MAX_SIDE = 256;
const MIN_SIDE = 32;
/** Columns are transformed some at a time, so that they stay in the cache of the processor. */
const COLUMNS_AT_ONCE = 16;

const COS = Float64Array.from({ length: MAX_SIDE / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / MAX_SIDE));
const SIN = Float64Array.from({ length: MAX_SIDE / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / MAX_SIDE));
/** For each side of a grid, the places of its numbers with their bits in reverse order. */
const REVERSED: Record<number, Uint8Array> = {};
for (let side = MIN_SIDE; side <= MAX_SIDE; side *= 2) {
  REVERSED[side] = Uint8Array.from({ length: side }, (_, i) => reverseBits(i, side));
}

export type Spectrum = { width: number; height: number; re: Float64Array; im: Float64Array };

export function createGrid(width: number, height: number): Spectrum {
  return { width, height, re: new Float64Array(width * height), im: new Float64Array(width * height) };
}

/** Returns the side of a grid that holds at least this much. */
export function sideFor(least: number): number {
  let side = MIN_SIDE;
  while (side < least && side < MAX_SIDE) side *= 2;
  return side;
}

/**
 * Transforms in place. A forward transform takes rows from `rows` on for empty. A transform back leaves out rows that
 * are neither below `rows` nor among the last `lastRows`.
 */
export function transform(
  spectrum: Spectrum,
  direction: 'forward' | 'back',
  { rows, lastRows }: { rows: number; lastRows: number },
): void {
  const sign = direction === 'back' ? 1 : -1;
  if (direction === 'back') transformColumns(spectrum, sign);
  for (let y = 0; y < rows; y += 1) transformRow(spectrum, y, sign);
  for (let y = Math.max(rows, spectrum.height - lastRows); y < spectrum.height; y += 1) {
    transformRow(spectrum, y, sign);
  }
  if (direction === 'forward') transformColumns(spectrum, sign);
}

function transformRow({ width, re, im }: Spectrum, y: number, sign: number): void {
  const start = y * width;
  const reversed = REVERSED[width] as Uint8Array;
  for (let i = 0; i < width; i += 1) {
    const to = reversed[i] as number;
    if (to <= i) continue;
    swap(re, start + i, start + to);
    swap(im, start + i, start + to);
  }
  for (let half = 1; half < width; half *= 2) {
    const turn = MAX_SIDE / (2 * half);
    for (let k = 0; k < half; k += 1) {
      const c = COS[k * turn] as number;
      const s = sign * (SIN[k * turn] as number);
      for (let i = start + k; i < start + width; i += 2 * half) combine(re, im, i, i + half, c, s);
    }
  }
}

function transformColumns({ width, height, re, im }: Spectrum, sign: number): void {
  const reversed = REVERSED[height] as Uint8Array;
  for (let left = 0; left < width; left += COLUMNS_AT_ONCE) {
    for (let y = 0; y < height; y += 1) {
      const to = reversed[y] as number;
      if (to <= y) continue;
      for (let x = left; x < left + COLUMNS_AT_ONCE; x += 1) {
        swap(re, y * width + x, to * width + x);
        swap(im, y * width + x, to * width + x);
      }
    }
    for (let half = 1; half < height; half *= 2) {
      for (let y = 0; y < height; y += 1) {
        if ((y & half) !== 0) continue;
        const k = (y & (half - 1)) * (MAX_SIDE / (2 * half));
        const c = COS[k] as number;
        const s = sign * (SIN[k] as number);
        const end = y * width + left + COLUMNS_AT_ONCE;
        for (let i = y * width + left; i < end; i += 1) combine(re, im, i, i + half * width, c, s);
      }
    }
  }
}

function reverseBits(value: number, side: number): number {
  let reversed = 0;
  for (let bit = 1, to = side >> 1; bit < side; bit <<= 1, to >>= 1) if ((value & bit) !== 0) reversed |= to;
  return reversed;
}

function swap(values: Float64Array, i: number, j: number): void {
  const value = values[i] as number;
  values[i] = values[j] as number;
  values[j] = value;
}

function combine(re: Float64Array, im: Float64Array, i: number, j: number, c: number, s: number): void {
  const otherRe = re[j] as number;
  const otherIm = im[j] as number;
  const r = otherRe * c - otherIm * s;
  const m = otherRe * s + otherIm * c;
  re[j] = (re[i] as number) - r;
  im[j] = (im[i] as number) - m;
  re[i] = (re[i] as number) + r;
  im[i] = (im[i] as number) + m;
}
