/** The grid of all transforms; it holds a stored picture and a leak side by side. */
export const GRID = 256;

const COS = Float64Array.from({ length: GRID / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / GRID));
const SIN = Float64Array.from({ length: GRID / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / GRID));
const REVERSED = Uint8Array.from({ length: GRID }, (_, i) => reverseBits(i));

function reverseBits(value: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit += 1) reversed |= ((value >> bit) & 1) << (7 - bit);
  return reversed;
}

export type Spectrum = { re: Float64Array; im: Float64Array };

/** Transforms in place. Rows from `rows` on must be zero before a forward transform, and are skipped. */
export function transform({ re, im }: Spectrum, direction: 'forward' | 'back', rows = GRID): void {
  const line = { re: new Float64Array(GRID), im: new Float64Array(GRID) };
  const isBack = direction === 'back';
  if (isBack) for (let x = 0; x < GRID; x += 1) transformLine(re, im, x, GRID, line, isBack);
  for (let y = 0; y < (isBack ? GRID : rows); y += 1) transformLine(re, im, y * GRID, 1, line, isBack);
  if (!isBack) for (let x = 0; x < GRID; x += 1) transformLine(re, im, x, GRID, line, isBack);
}

function transformLine(
  re: Float64Array,
  im: Float64Array,
  start: number,
  step: number,
  { re: lineRe, im: lineIm }: Spectrum,
  isBack: boolean,
): void {
  for (let i = 0; i < GRID; i += 1) {
    const to = REVERSED[i] as number;
    lineRe[to] = re[start + i * step] as number;
    lineIm[to] = im[start + i * step] as number;
  }
  for (let half = 1; half < GRID; half *= 2) {
    const turn = GRID / (2 * half);
    for (let k = 0; k < half; k += 1) {
      const c = COS[k * turn] as number;
      const s = isBack ? (SIN[k * turn] as number) : -(SIN[k * turn] as number);
      for (let i = k; i < GRID; i += 2 * half) {
        const j = i + half;
        const r = (lineRe[j] as number) * c - (lineIm[j] as number) * s;
        const m = (lineRe[j] as number) * s + (lineIm[j] as number) * c;
        lineRe[j] = (lineRe[i] as number) - r;
        lineIm[j] = (lineIm[i] as number) - m;
        lineRe[i] = (lineRe[i] as number) + r;
        lineIm[i] = (lineIm[i] as number) + m;
      }
    }
  }
  const scale = isBack ? 1 / GRID : 1;
  for (let i = 0; i < GRID; i += 1) {
    re[start + i * step] = (lineRe[i] as number) * scale;
    im[start + i * step] = (lineIm[i] as number) * scale;
  }
}
