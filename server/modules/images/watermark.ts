import sharp from 'sharp';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '#contract/endpoints/settings.ts';
import type { Tx } from '#server/context.ts';
import { getSettings, readSettings } from '#server/modules/settings/get-settings.ts';
import { createCache } from '#server/platform/database/cache.ts';
import type { Db } from '#server/platform/database/database.ts';
import { outlineText } from '#server/platform/drawing/text-outlines.ts';
import { type Bytes, wholeFile } from '#server/platform/http/send-bytes.ts';

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
type Artwork = { svg: string; width: number; height: number; textWidth: number };

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

export const DELIVERED_MARK = markOf(DEFAULT_SITE_SETTINGS);

/** Call it for every picture, so that a change applies to the next one. */
export async function currentMark(tx: Pick<Tx, 'db' | 'log'>): Promise<Mark> {
  return markOf(await getSettings(tx));
}

/** Skips the two-second cache, because a remake runs for hours with the watermark it starts with. */
export async function storedMark(tx: Pick<Tx, 'db' | 'log'>): Promise<Mark> {
  return markOf(await readSettings(tx));
}

function markOf(settings: SiteSettings): Mark {
  return {
    text: settings.watermark_text,
    opacityPercent: settings.watermark_opacity_percent,
    sizePercent: settings.watermark_size_percent,
  };
}

/** Records with which watermark and rotation the stored thumb and preview were made. */
export async function recordRendition(
  db: Db,
  { id, rotation }: { id: number; rotation: number },
  { mark, traceKey, placeholder }: { mark: string; traceKey: string; placeholder?: string },
): Promise<void> {
  const rendition = { mark, traceKey, shownRotation: rotation, ...(placeholder && { placeholder }) };
  await db.updateTable('images').set(rendition).where('id', '=', id).execute();
}

const WIDTH = 960;
const HEIGHT = 640;

/** The picture has light, dark and sharp edges, so that a watermark visible here is visible on photos. */
const TEST_IMAGE = `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640" width="${WIDTH}" height="${HEIGHT}">
  <defs>
    <linearGradient id="wall" x2="1" y2="0">
      <stop offset="0" stop-color="#fbfaf7"/><stop offset=".34" stop-color="#d9d4cb"/>
      <stop offset=".67" stop-color="#6b6a70"/><stop offset="1" stop-color="#101116"/>
    </linearGradient>
    <linearGradient id="floor" x2="1" y2="0">
      <stop offset="0" stop-color="#8fa8bd"/><stop offset="1" stop-color="#0d2235"/>
    </linearGradient>
    <radialGradient id="light"><stop offset="0" stop-color="#fff" stop-opacity=".85"/>
      <stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="960" height="640" fill="url(#wall)"/>
  <rect y="430" width="960" height="210" fill="url(#floor)"/>
  <g fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="5">
    <path d="M0 500H960M0 570H960M160 430L60 640M320 430L270 640M480 430V640M640 430L690 640M800 430L900 640"/>
  </g>
  <circle cx="720" cy="180" r="170" fill="url(#light)"/>
  <rect x="90" y="120" width="190" height="150" rx="8" fill="#fff"/>
  <rect x="360" y="90" width="170" height="220" rx="8" fill="#b3452f"/>
  <rect x="600" y="250" width="280" height="130" rx="8" fill="#07080b"/>
  <circle cx="185" cy="470" r="95" fill="#e8b23a"/>
  <circle cx="780" cy="520" r="80" fill="#2c6b4f"/>
</svg>`;

let drawn: Promise<Pixels> | undefined;

export async function previewMark(mark: Mark): Promise<Bytes> {
  const pixels = await copyTestImage();
  await burnWatermark(pixels, mark);
  const { data, width, height } = pixels;
  const picture = sharp(data, { raw: { width, height, channels: 3 } }).jpeg({ quality: 90 });
  return wholeFile(await picture.toBuffer(), 'image/jpeg', {
    'cache-control': 'private, max-age=600',
  });
}

async function copyTestImage(): Promise<Pixels> {
  drawn ??= drawTestImage().catch((error) => {
    drawn = undefined;
    throw error;
  });
  const { data, width, height } = await drawn;
  return { data: Buffer.from(data), width, height };
}

async function drawTestImage(): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(TEST_IMAGE))
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
