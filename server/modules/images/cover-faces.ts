// Burns covers into pixels. What is painted is computed only from pixels that no cover hides, so the picture that leaves is
// the same whatever was under the covers, and nothing in it can tell.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CoverStyle, Disc } from '#contract/rules/safe-share.ts';
import type { Pixels } from './watermark.ts';

export type CoverLook = { style: CoverStyle; color: string };

/** A cover is drawn from so few pixels, smoothed. */
const GRID = 8;
const SAMPLES = 16;
const MAX_STEPS = 40;
/** The edge is smoothed outward, so that the whole disc hides what is under it. */
const EDGE_PX = 1.5;
/** The white of frosted glass. */
const VEIL = { middle: 0.34, edge: 0.2 };
const GRAY = [128, 128, 128] as const;

type Rgb = readonly [number, number, number];
type Sample = { x: number; y: number; color: Rgb };

export async function burnCovers(pixels: Pixels, discs: readonly Disc[], look: CoverLook): Promise<void> {
  if (discs.length === 0) return;
  const hidden = markHidden(pixels, discs);
  // All are read before the first is painted, so their order makes no difference.
  const fills = discs.map((disc) => (look.style === 'shape' ? [] : smoothFill(pixels, hidden, disc)));
  const color = parseColor(look.color);
  for (const [index, disc] of discs.entries()) {
    paint(pixels, disc, look.style === 'shape' ? { color } : { grid: fills[index] ?? [] });
    await nextTurn();
  }
}

/** The rows of a disc with its smoothed edge, as far as they are in the picture. */
function* rowsOf({ width, height }: { width: number; height: number }, disc: Disc) {
  const reach = disc.radius + EDGE_PX;
  const bottom = Math.min(height - 1, disc.y + reach);
  for (let y = Math.max(0, Math.floor(disc.y - reach)); y <= bottom; y += 1) {
    const half = Math.sqrt(Math.max(0, reach * reach - (y + 0.5 - disc.y) ** 2));
    const left = Math.max(0, Math.floor(disc.x - half));
    yield { y, left, right: Math.min(width - 1, Math.floor(disc.x + half)) };
  }
}

function markHidden(pixels: Pixels, discs: readonly Disc[]): Uint8Array {
  const hidden = new Uint8Array(pixels.width * pixels.height);
  for (const disc of discs) {
    for (const { y, left, right } of rowsOf(pixels, disc)) {
      if (right >= left) hidden.fill(1, y * pixels.width + left, y * pixels.width + right + 1);
    }
  }
  return hidden;
}

/** The colors around a disc, spread over a small grid inside it. */
function smoothFill(pixels: Pixels, hidden: Uint8Array, disc: Disc): Rgb[] {
  const samples = Array.from({ length: SAMPLES }, (_, index) => {
    const angle = (index / SAMPLES) * 2 * Math.PI;
    return findSample(pixels, hidden, disc, { x: Math.cos(angle), y: Math.sin(angle) });
  }).filter((sample) => sample !== undefined);
  return Array.from({ length: GRID * GRID }, (_, cell) => {
    const x = ((cell % GRID) / (GRID - 1)) * 2 - 1;
    const y = (Math.floor(cell / GRID) / (GRID - 1)) * 2 - 1;
    return mix(samples, x, y);
  });
}

/** The nearest spot in this direction that no cover hides. */
function findSample(
  pixels: Pixels,
  hidden: Uint8Array,
  disc: Disc,
  direction: { x: number; y: number },
): Sample | undefined {
  const block = Math.max(1, Math.round(disc.radius / 6));
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const away = disc.radius + EDGE_PX + block * (step + 1);
    const color = averageAround(pixels, hidden, {
      x: Math.round(disc.x + direction.x * away),
      y: Math.round(disc.y + direction.y * away),
      block,
    });
    if (color) return { ...direction, color };
  }
  return undefined;
}

function averageAround(
  { data, width, height }: Pixels,
  hidden: Uint8Array,
  { x: middle, y: center, block }: { x: number; y: number; block: number },
): Rgb | undefined {
  const half = Math.floor(block / 2);
  const sum = [0, 0, 0];
  let count = 0;
  for (let y = Math.max(0, center - half); y <= Math.min(height - 1, center + half); y += 1) {
    for (let x = Math.max(0, middle - half); x <= Math.min(width - 1, middle + half); x += 1) {
      const at = y * width + x;
      if (hidden[at]) continue;
      for (let channel = 0; channel < 3; channel += 1)
        sum[channel] = at3(sum, channel) + at3(data, at * 3 + channel);
      count += 1;
    }
  }
  return count > 0 ? [at3(sum, 0) / count, at3(sum, 1) / count, at3(sum, 2) / count] : undefined;
}

const at3 = (values: ArrayLike<number>, index: number) => values[index] ?? 0;

function mix(samples: readonly Sample[], x: number, y: number): Rgb {
  let total = 0;
  const sum = [0, 0, 0];
  for (const sample of samples) {
    const weight = 1 / (0.05 + (sample.x - x) ** 2 + (sample.y - y) ** 2);
    total += weight;
    for (let channel = 0; channel < 3; channel += 1)
      sum[channel] = at3(sum, channel) + weight * at3(sample.color, channel);
  }
  return total > 0 ? [at3(sum, 0) / total, at3(sum, 1) / total, at3(sum, 2) / total] : GRAY;
}

const placeIn = (position: number) => Math.min(Math.max((position + 1) / 2, 0), 1) * (GRID - 1);

/** The colors of one row of the disc at each column of the grid, between the two rows of the grid beside it. */
function mixRow(grid: readonly Rgb[], y: number, row: Float64Array): void {
  const down = placeIn(y);
  const top = Math.min(GRID - 2, Math.floor(down));
  for (let cell = 0; cell < GRID; cell += 1) {
    const [upper, lower] = [grid[top * GRID + cell] ?? GRAY, grid[(top + 1) * GRID + cell] ?? GRAY];
    for (let channel = 0; channel < 3; channel += 1) {
      row[cell * 3 + channel] = at3(upper, channel) * (1 - down + top) + at3(lower, channel) * (down - top);
    }
  }
}

/** A cover of one color has a white ring; one of many is frosted. The loop runs for every pixel, so it is plain. */
function paint(
  { data, width, height }: Pixels,
  disc: Disc,
  fill: { grid: readonly Rgb[] } | { color: Rgb },
): void {
  const { radius } = disc;
  const row = new Float64Array(GRID * 3);
  const flat = 'color' in fill ? fill.color : undefined;
  for (const { y, left, right } of rowsOf({ width, height }, disc)) {
    const dy = y + 0.5 - disc.y;
    if ('grid' in fill) mixRow(fill.grid, dy / radius, row);
    for (let x = left; x <= right; x += 1) {
      const dx = x + 0.5 - disc.x;
      const away = Math.sqrt(dx * dx + dy * dy);
      const alpha = Math.min(1, Math.max(0, radius + EDGE_PX - away));
      const share = away / radius;
      const across = placeIn(dx / radius);
      const cell = Math.min(GRID - 2, Math.floor(across));
      const veil = VEIL.middle + (VEIL.edge - VEIL.middle) * Math.min(1, share);
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (y * width + x) * 3 + channel;
        const from = row[cell * 3 + channel] as number;
        const smooth = from + ((row[cell * 3 + 3 + channel] as number) - from) * (across - cell);
        const plain = share > 0.8 && share < 0.88 ? 255 : at3(flat ?? GRAY, channel);
        const color = flat ? plain : smooth + (255 - smooth) * veil;
        data[at] = Math.round(color * alpha + (data[at] as number) * (1 - alpha));
      }
    }
  }
}

function parseColor(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
