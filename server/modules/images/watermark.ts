import sharp from 'sharp';
import { createCache } from '#server/platform/database/cache.ts';
import { type Mark, nameOfMark } from './mark.ts';
import { type Artwork, drawArtwork } from './mark-artwork.ts';

export type Pixels = { data: Buffer; width: number; height: number };

/** Only the marked spans of each row are blended, about a tenth of the tile. */
type Tile = { width: number; height: number; rows: Span[][] };
type Span = { start: number; gray: Uint8Array; alpha: Uint8Array };

/** The size of one artwork unit at 100 %, as a share of the picture's long side. */
const UNIT_SHARE_OF_LONG_SIDE = 0.46 / 736;
/** Limits a long text in a large size to the width of the picture. */
const MAX_TEXT_SHARE_OF_LONG_SIDE = 0.6;
const SIZE_STEP = 32;
const tiles = createCache<string, Tile>({ max: 32 });
const artworks = createCache<string, Artwork>({ max: 8 });

/** Changes the RGB pixels in place. */
export async function burnWatermark(pixels: Pixels, mark: Mark): Promise<void> {
  const tile = await tileFor(mark, Math.max(pixels.width, pixels.height));
  for (let y = 0; y < pixels.height; y += 1) {
    for (const span of tile.rows[y % tile.height] ?? []) {
      for (let left = span.start; left < pixels.width; left += tile.width) blend(pixels, span, left, y);
    }
  }
}

function blend({ data, width }: Pixels, { gray, alpha }: Span, left: number, y: number): void {
  const length = Math.min(alpha.length, width - left);
  let at = (y * width + left) * 3;
  for (let x = 0; x < length; x += 1) {
    const cover = alpha[x] as number;
    const ink = (gray[x] as number) * cover;
    const rest = 255 - cover;
    data[at] = ((data[at] as number) * rest + ink) / 255;
    data[at + 1] = ((data[at + 1] as number) * rest + ink) / 255;
    data[at + 2] = ((data[at + 2] as number) * rest + ink) / 255;
    at += 3;
  }
}

/** Sizes are rounded to steps, so that few tiles are rendered. */
async function tileFor(mark: Mark, longSide: number): Promise<Tile> {
  const name = nameOfMark(mark);
  const artwork = await artworks.get(name, () => drawArtwork(mark));
  const wanted = UNIT_SHARE_OF_LONG_SIDE * (mark.sizePercent / 100);
  const scale = longSide * Math.min(wanted, MAX_TEXT_SHARE_OF_LONG_SIDE / artwork.textWidth);
  const width = Math.max(1, Math.round((artwork.width * scale) / SIZE_STEP)) * SIZE_STEP;
  return tiles.get(`${width}/${name}`, () => renderTile(artwork, width));
}

async function renderTile(artwork: Artwork, width: number): Promise<Tile> {
  const density = (72 * width) / artwork.width;
  const { data, info } = await sharp(Buffer.from(artwork.svg), { density })
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
    spans.push({ start, gray: at(0), alpha: at(3) });
  }
  return spans;
}
