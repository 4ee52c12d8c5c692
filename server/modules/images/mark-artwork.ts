import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import opentype, { type Command, type Font } from 'opentype.js';
import type { Mark } from './mark.ts';

/** The SVG has outlines instead of text, so that it does not depend on installed fonts. */
export type Artwork = { svg: string; width: number; height: number; textWidth: number };

/** Barlow Condensed 600 (SIL Open Font License) comes in one file per script. */
const FONT_PARTS = ['latin', 'latin-ext', 'vietnamese'];
const FONT_SIZE = 100;
const LETTER_SPACING = 2;
const LETTER_SCALE = 0.8;
const SLOPE_DEGREES = 17;
const EDGE_WIDTH = 5;
/** The dark edge keeps the white text visible on light pictures. */
const EDGE_SHARE_OF_OPACITY = 0.22 / 0.42;
/** The room around the text keeps the distance between watermarks the same for any length. */
const ROOM = { width: 298, height: 314, left: 150, bottom: 126 };

let fonts: Promise<Font[]> | undefined;

export async function drawArtwork({ text, opacityPercent }: Mark): Promise<Artwork> {
  const { path, width: lineWidth } = await outlineOf(text);
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

async function outlineOf(text: string): Promise<{ path: string; width: number }> {
  fonts ??= loadFonts().catch((error) => {
    fonts = undefined;
    throw error;
  });
  const known = await fonts;
  let x = 0;
  let width = 0;
  let path = '';
  for (const character of text) {
    const font = known.find((one) => one.charToGlyphIndex(character) > 0);
    if (!font) throw new Error(`the watermark font has no glyph for "${character}"`);
    const glyph = font.charToGlyph(character);
    const outline = glyph.getPath(x, 0, FONT_SIZE);
    path += outline.commands.map(pathDataOf).join('');
    width = Math.max(width, outline.getBoundingBox().x2);
    x += (glyph.advanceWidth * FONT_SIZE) / font.unitsPerEm + LETTER_SPACING;
  }
  return { path, width };
}

/** The library's own writer (2.0.0) turns some coordinates into NaN, which cuts letters off. */
function pathDataOf(command: Command): string {
  switch (command.type) {
    case 'Z':
      return 'Z';
    case 'C':
      return `C${points(command.x1, command.y1, command.x2, command.y2, command.x, command.y)}`;
    case 'Q':
      return `Q${points(command.x1, command.y1, command.x, command.y)}`;
    default:
      return `${command.type}${points(command.x, command.y)}`;
  }
}

function points(...numbers: number[]): string {
  return numbers.map((number) => number.toFixed(1)).join(' ');
}

function loadFonts(): Promise<Font[]> {
  return Promise.all(
    FONT_PARTS.map(async (part) => {
      const name = `@fontsource/barlow-condensed/files/barlow-condensed-${part}-600-normal.woff`;
      const file = await readFile(fileURLToPath(import.meta.resolve(name)));
      return opentype.parse(
        file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer,
      );
    }),
  );
}
