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
    paint(pixels, disc, look.style === 'shape' ? flat(color) : frosted(fills[index] ?? []));
    await nextTurn();
  }
}

function forEachPixel(
  { width, height }: Pixels,
  disc: Disc,
  visit: (at: number, x: number, y: number) => void,
) {
  const reach = disc.radius + EDGE_PX;
  const [top, bottom] = [Math.max(0, Math.floor(disc.y - reach)), Math.min(height - 1, disc.y + reach)];
  for (let y = top; y <= bottom; y += 1) {
    const half = Math.sqrt(Math.max(0, reach * reach - (y + 0.5 - disc.y) ** 2));
    const right = Math.min(width - 1, Math.floor(disc.x + half));
    for (let x = Math.max(0, Math.floor(disc.x - half)); x <= right; x += 1) visit(y * width + x, x, y);
  }
}

function markHidden(pixels: Pixels, discs: readonly Disc[]): Uint8Array {
  const hidden = new Uint8Array(pixels.width * pixels.height);
  for (const disc of discs) {
    forEachPixel(pixels, disc, (at) => {
      hidden[at] = 1;
    });
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

/** Writes the color at a place of the disc, from -1 to 1, into `out`. */
type Fill = (x: number, y: number, out: number[]) => void;

function frosted(grid: readonly Rgb[]): Fill {
  return (x, y, out) => {
    const [across, down] = [placeIn(x), placeIn(y)];
    const [left, top] = [Math.min(GRID - 2, Math.floor(across)), Math.min(GRID - 2, Math.floor(down))];
    const [right, bottom] = [across - left, down - top];
    const veil = VEIL.middle + (VEIL.edge - VEIL.middle) * Math.min(1, Math.sqrt(x * x + y * y));
    const cell = top * GRID + left;
    for (let channel = 0; channel < 3; channel += 1) {
      const upper =
        at3(grid[cell] ?? GRAY, channel) * (1 - right) + at3(grid[cell + 1] ?? GRAY, channel) * right;
      const lower =
        at3(grid[cell + GRID] ?? GRAY, channel) * (1 - right) +
        at3(grid[cell + GRID + 1] ?? GRAY, channel) * right;
      out[channel] = (upper * (1 - bottom) + lower * bottom) * (1 - veil) + 255 * veil;
    }
  };
}

const placeIn = (position: number) => Math.min(Math.max((position + 1) / 2, 0), 1) * (GRID - 1);

/** A flat disc with a white ring. */
function flat(color: Rgb): Fill {
  return (x, y, out) => {
    const away = Math.sqrt(x * x + y * y);
    const isRing = away > 0.8 && away < 0.88;
    for (let channel = 0; channel < 3; channel += 1) out[channel] = isRing ? 255 : at3(color, channel);
  };
}

function paint(pixels: Pixels, disc: Disc, fill: Fill): void {
  const { data } = pixels;
  const out = [0, 0, 0];
  forEachPixel(pixels, disc, (at, px, py) => {
    const [x, y] = [px + 0.5 - disc.x, py + 0.5 - disc.y];
    const alpha = Math.min(1, Math.max(0, disc.radius + EDGE_PX - Math.sqrt(x * x + y * y)));
    if (alpha === 0) return;
    fill(x / disc.radius, y / disc.radius, out);
    for (let channel = 0; channel < 3; channel += 1) {
      const place = at * 3 + channel;
      data[place] = Math.round(at3(out, channel) * alpha + at3(data, place) * (1 - alpha));
    }
  });
}

function parseColor(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
