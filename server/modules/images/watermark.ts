import sharp from 'sharp';
import { type Mark, nameOfMark } from './mark.ts';
import { type Artwork, drawArtwork } from './mark-artwork.ts';

export type Pixels = { data: Buffer; width: number; height: number };

/** The marked stretches of a tile, row by row; only these are touched, not the nine tenths between them. */
type Tile = { width: number; height: number; rows: Span[][] };
type Span = { start: number; grey: Uint8Array; alpha: Uint8Array };

/** Of the picture's long side, for every unit of the artwork at 100 %. */
const UNIT_SHARE_OF_LONG_SIDE = 0.46 / 736;
/** A long text in a large size is drawn no larger than a picture has room for. */
const MOST_TEXT_SHARE_OF_LONG_SIDE = 0.6;
const SIZE_STEP = 32;
const MOST_TILES = 32;
const MOST_ARTWORKS = 8;
const tiles = new Map<string, Promise<Tile>>();
const artworks = new Map<string, Promise<Artwork>>();

/** Writes the mark over the whole picture, in place; RGB, three bytes a pixel. */
export async function burnWatermark(pixels: Pixels, mark: Mark): Promise<void> {
  const tile = await tileFor(mark, Math.max(pixels.width, pixels.height));
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

/** Rendered once per process, mark and size; sizes go in steps, so there are few. */
async function tileFor(mark: Mark, longSide: number): Promise<Tile> {
  const name = nameOfMark(mark);
  const artwork = await keep(artworks, name, MOST_ARTWORKS, () => drawArtwork(mark));
  const wanted = UNIT_SHARE_OF_LONG_SIDE * (mark.sizePercent / 100);
  const scale = longSide * Math.min(wanted, MOST_TEXT_SHARE_OF_LONG_SIDE / artwork.textWidth);
  const width = Math.max(1, Math.round((artwork.width * scale) / SIZE_STEP)) * SIZE_STEP;
  return keep(tiles, `${width}/${name}`, MOST_TILES, () => renderTile(artwork, width));
}

/** What was not wanted for longest is forgotten first; what failed is not kept. */
function keep<T>(
  kept: Map<string, Promise<T>>,
  name: string,
  most: number,
  make: () => Promise<T>,
): Promise<T> {
  const found = kept.get(name) ?? make();
  kept.delete(name);
  kept.set(name, found);
  found.catch(() => kept.delete(name));
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
  return found;
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
    spans.push({ start, grey: at(0), alpha: at(3) });
  }
  return spans;
}
