import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Command, Font } from 'opentype.js';

/** Barlow Condensed (SIL Open Font License) comes in one file per script. */
const FONT_PARTS = ['latin', 'latin-ext', 'vietnamese'];

export type FontWeight = 400 | 600;
/** `file` is in the format WOFF. */
export type FontPart = { font: Font; file: Buffer };

const loaded = new Map<FontWeight, Promise<FontPart[]>>();

/** The library takes 3 MB and most processes never draw a text, so it loads with the fonts. */
export function loadFonts(weight: FontWeight): Promise<FontPart[]> {
  const known = loaded.get(weight);
  if (known) return known;
  const parts = readParts(weight);
  loaded.set(weight, parts);
  parts.catch(() => loaded.delete(weight));
  return parts;
}

async function readParts(weight: FontWeight): Promise<FontPart[]> {
  const { default: opentype } = await import('opentype.js');
  return Promise.all(
    FONT_PARTS.map(async (part) => {
      const name = `@fontsource/barlow-condensed/files/barlow-condensed-${part}-${weight}-normal.woff`;
      const file = await readFile(fileURLToPath(import.meta.resolve(name)));
      const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
      return { font: opentype.parse(bytes), file };
    }),
  );
}

const FONT_SIZE = 100;
const LETTER_SPACING = 2;

export type TextOutline = { path: string; width: number };

/**
 * The outline of a text at 100 px, as SVG path data, so that pictures do not depend on installed fonts. Characters that
 * the font does not have, such as emoji, are left out.
 */
export async function outlineText(text: string): Promise<TextOutline> {
  const fonts = (await loadFonts(600)).map(({ font }) => font);
  let x = 0;
  let width = 0;
  let path = '';
  for (const character of text) {
    const font = fonts.find((one) => one.charToGlyphIndex(character) > 0);
    if (!font) continue;
    const glyph = font.charToGlyph(character);
    const outline = glyph.getPath(x, 0, FONT_SIZE);
    path += outline.commands.map(pathDataOf).join('');
    if (outline.commands.length > 0) width = Math.max(width, outline.getBoundingBox().x2);
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
