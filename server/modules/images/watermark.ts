import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

export type Pixels = { data: Buffer; width: number; height: number };

/** The marked stretches of a tile, row by row; only these are touched, not the nine tenths between them. */
type Tile = { width: number; height: number; rows: Span[][] };
type Span = { start: number; grey: Uint8Array; alpha: Uint8Array };

const ARTWORK = join(import.meta.dirname, 'watermark.svg');
const ARTWORK_WIDTH = 736;
const TILE_SHARE_OF_LONG_SIDE = 0.46;
const SIZE_STEP = 32;
const tiles = new Map<number, Promise<Tile>>();

/** Writes the mark over the whole picture, in place; RGB, three bytes a pixel. */
export async function burnWatermark(pixels: Pixels): Promise<void> {
  const tile = await tileFor(Math.max(pixels.width, pixels.height));
  for (let y = 0; y < pixels.height; y += 1) {
    for (const span of tile.rows[y % tile.height] ?? []) {
      for (let left = span.start; left < pixels.width; left += tile.width) blend(pixels, span, left, y);
    }
  }
}

function blend({ data, width }: Pixels, { grey, alpha }: Span, left: number, y: number): void {
  const length = Math.min(alpha.length, width - left);
  let at = (y * width + left) * 3;
  for (let x = 0; x < length; x += 1) {
    const cover = alpha[x] as number;
    const ink = (grey[x] as number) * cover;
    const rest = 255 - cover;
    data[at] = ((data[at] as number) * rest + ink) / 255;
    data[at + 1] = ((data[at + 1] as number) * rest + ink) / 255;
    data[at + 2] = ((data[at + 2] as number) * rest + ink) / 255;
    at += 3;
  }
}

/** Rendered once per process and size; sizes go in steps, so there are few. */
function tileFor(longSide: number): Promise<Tile> {
  const steps = Math.max(1, Math.round((longSide * TILE_SHARE_OF_LONG_SIDE) / SIZE_STEP));
  const width = steps * SIZE_STEP;
  const known = tiles.get(width) ?? renderTile(width);
  tiles.set(width, known);
  return known;
}

async function renderTile(width: number): Promise<Tile> {
  const density = (72 * width) / ARTWORK_WIDTH;
  const { data, info } = await sharp(await readFile(ARTWORK), { density })
    .resize(width)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rows = Array.from({ length: info.height }, (_, y) =>
    findSpans(data.subarray(y * info.width * 4, (y + 1) * info.width * 4)),
  );
  return { width: info.width, height: info.height, rows };
}

function findSpans(row: Buffer): Span[] {
  const spans: Span[] = [];
  const width = row.length / 4;
  for (let x = 0; x < width; x += 1) {
    if (row[x * 4 + 3] === 0) continue;
    const start = x;
    while (x < width && row[x * 4 + 3] !== 0) x += 1;
    const at = (offset: number) =>
      Uint8Array.from({ length: x - start }, (_, i) => row[(start + i) * 4 + offset] ?? 0);
    spans.push({ start, grey: at(0), alpha: at(3) });
  }
  return spans;
}
