import sharp from 'sharp';
import { createCache } from '#server/platform/database/cache.ts';
import { outlineText } from '#server/platform/drawing/text-outlines.ts';

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

/** The watermark on every picture that is not paid for. */
export type Mark = { text: string; opacityPercent: number; sizePercent: number };

/** Saved with each image to tell which ones have the current watermark. */
export function nameOfMark({ text, opacityPercent, sizePercent }: Mark): string {
  return `${opacityPercent}/${sizePercent}/${text}`;
}

/** The SVG has outlines instead of text, so that it does not depend on installed fonts. */
export type Artwork = { svg: string; width: number; height: number; textWidth: number };

const LETTER_SCALE = 0.8;
const SLOPE_DEGREES = 17;
const EDGE_WIDTH = 5;
/** The dark edge keeps the white text visible on light pictures. */
const EDGE_SHARE_OF_OPACITY = 0.22 / 0.42;
/** The room around the text keeps the distance between watermarks the same for any length. */
const ROOM = { width: 298, height: 314, left: 150, bottom: 126 };

export async function drawArtwork({ text, opacityPercent }: Mark): Promise<Artwork> {
  const { path, width: lineWidth } = await outlineText(text);
  const slope = (SLOPE_DEGREES * Math.PI) / 180;
  const textWidth = lineWidth * LETTER_SCALE * Math.cos(slope);
  const width = Math.round(ROOM.width + textWidth);
  const height = Math.round(ROOM.height + lineWidth * LETTER_SCALE * Math.sin(slope));
  const opacity = opacityPercent / 100;
  const place = `translate(${ROOM.left} ${height - ROOM.bottom}) rotate(${-SLOPE_DEGREES}) scale(${LETTER_SCALE})`;
  const look = [
    `fill="#fff" fill-opacity="${opacity}"`,
    `stroke="#000" stroke-opacity="${opacity * EDGE_SHARE_OF_OPACITY}"`,
    `stroke-width="${EDGE_WIDTH}" paint-order="stroke"`,
  ].join(' ');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><path transform="${place}" ${look} d="${path}"/></svg>`;
  return { svg, width, height, textWidth };
}
