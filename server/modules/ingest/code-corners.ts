import type { Pixels } from '#server/modules/images/watermark.ts';

/** Tells for each pixel whether it is dark, compared with its surroundings. */
type Shades = { isDark(x: number, y: number): boolean; width: number; height: number };
/** A corner that may be one of a code. `x` is its middle in the last row, and `module` the width of one small square. */
type Corner = { x: number; module: number; lastRow: number; rows: number };
type Stripes = [number, number, number, number, number];

const ROW_STEP = 2;
const BLOCK = 40;
const SAMPLE_STEP = 4;
const CORNERS = 3;
const MIN_ROWS = 3;
const MIN_MODULE = 1.5;
/** The largest corner may be this many times the smallest, because a code photographed at an angle is distorted. */
const MAX_DIFFERENCE = 2;

/**
 * Returns whether a photo may show a QR code. A code consists of small squares, its modules, and has a pattern in three of
 * its corners: any line through its middle crosses dark, light, dark, light and dark stripes that are 1, 1, 3, 1 and 1
 * modules wide. This check takes a few milliseconds, while reading a code takes about a hundred.
 */
export function hasCodeCorners(pixels: Pixels): boolean {
  const shades = shadesOf(pixels);
  const seen: Corner[] = [];
  let modules: number[] = [];
  for (let y = 0; y < shades.height; y += ROW_STEP) {
    scanRow(shades, y, (found) => {
      const corner = noteCorner(seen, found);
      if (corner.rows === MIN_ROWS && isCornerUpright(shades, corner)) modules = [...modules, corner.module];
    });
  }
  return modules.some(
    (module) =>
      modules.filter((other) => other >= module && other <= module * MAX_DIFFERENCE).length >= CORNERS,
  );
}

/** A pixel is dark if it is below the middle of the darkest and brightest pixel of its block and the blocks around it. */
function shadesOf(pixels: Pixels): Shades {
  const { data, width, height } = pixels;
  const [columns, rows] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)];
  const extremes = Array.from({ length: columns * rows }, (_, block) =>
    extremesOf(pixels, (block % columns) * BLOCK, Math.floor(block / columns) * BLOCK),
  );
  const limits = extremes.map((_, block) => {
    const around = [-1, 0, 1].flatMap((down) =>
      [-1, 0, 1].flatMap((right) => {
        const isInRow = Math.floor((block + right) / columns) === Math.floor(block / columns);
        return (isInRow && extremes[block + down * columns + right]) || [];
      }),
    );
    return (Math.min(...around) + Math.max(...around)) / 2;
  });
  const isDark = (x: number, y: number) => {
    const limit = limits[((y / BLOCK) | 0) * columns + ((x / BLOCK) | 0)] as number;
    return (data[(y * width + x) * 3 + 1] as number) < limit;
  };
  return { isDark, width, height };
}

function extremesOf({ data, width, height }: Pixels, left: number, top: number): [number, number] {
  let [darkest, brightest] = [255, 0];
  for (let y = top; y < Math.min(top + BLOCK, height); y += SAMPLE_STEP) {
    for (let x = left; x < Math.min(left + BLOCK, width); x += SAMPLE_STEP) {
      const green = data[(y * width + x) * 3 + 1] as number;
      if (green < darkest) darkest = green;
      if (green > brightest) brightest = green;
    }
  }
  return [darkest, brightest];
}

/** Walks along a row and calls `onFound` wherever the last five stripes have the widths of a corner. */
function scanRow({ isDark, width }: Shades, y: number, onFound: (corner: Corner) => void): void {
  let [a, b, c, d, e] = [0, 0, 0, 0, 0];
  let wasDark = false;
  for (let x = 0; x < width; x += 1) {
    if (isDark(x, y) === wasDark) {
      e += 1;
      continue;
    }
    // The quick comparisons come first, because nearly all stripes fail them.
    if (wasDark && c > b && c > d && areStripes([a, b, c, d, e])) {
      onFound({ x: x - e - d - c / 2, module: moduleOf([a, b, c, d, e]), lastRow: y, rows: 1 });
    }
    a = b;
    b = c;
    c = d;
    d = e;
    e = 1;
    wasDark = !wasDark;
  }
}

/** Returns the corner that was seen at this place in the row above, or a new one. */
function noteCorner(seen: Corner[], found: Corner): Corner {
  const above = seen.findLast(
    ({ x, module, lastRow }) =>
      found.lastRow - lastRow <= 2 * ROW_STEP &&
      Math.abs(found.x - x) <= module &&
      Math.max(found.module, module) <= 1.5 * Math.min(found.module, module),
  );
  if (!above) seen.push(found);
  return above ? Object.assign(above, { ...found, rows: above.rows + 1 }) : found;
}

/** Returns whether the column through the middle of the corner crosses the same stripes. */
function isCornerUpright({ isDark, height }: Shades, { x: middle, lastRow, module }: Corner): boolean {
  const x = Math.round(middle);
  const runFrom = (start: number, step: number, isRunDark: boolean) => {
    let y = start;
    while (y >= 0 && y < height && isDark(x, y) === isRunDark) y += step;
    return Math.abs(y - start);
  };
  const above = runFrom(lastRow, -1, true);
  const below = runFrom(lastRow + 1, 1, true);
  const lightAbove = runFrom(lastRow - above, -1, false);
  const lightBelow = runFrom(lastRow + 1 + below, 1, false);
  const stripes: Stripes = [
    runFrom(lastRow - above - lightAbove, -1, true),
    lightAbove,
    above + below,
    lightBelow,
    runFrom(lastRow + 1 + below + lightBelow, 1, true),
  ];
  const size = moduleOf(stripes);
  return areStripes(stripes) && Math.max(size, module) <= MAX_DIFFERENCE * Math.min(size, module);
}

function moduleOf([a, b, c, d, e]: Stripes): number {
  return (a + b + c + d + e) / 7;
}

function areStripes(stripes: Stripes): boolean {
  const module = moduleOf(stripes);
  const room = module * 0.5 + 1;
  return (
    module >= MIN_MODULE &&
    stripes.every((run, place) =>
      place === 2 ? Math.abs(run - 3 * module) <= 2 * room : Math.abs(run - module) <= room,
    )
  );
}
