declare module 'opentype.js' {
  type Point = { x: number; y: number };
  export type Command =
    | ({ type: 'M' | 'L' } & Point)
    | ({ type: 'Q'; x1: number; y1: number } & Point)
    | ({ type: 'C'; x1: number; y1: number; x2: number; y2: number } & Point)
    | { type: 'Z' };
  type Outline = { commands: Command[]; getBoundingBox(): { x2: number } };
  type Glyph = {
    index: number;
    advanceWidth: number;
    getPath(x: number, y: number, fontSize: number): Outline;
  };
  export type Font = {
    unitsPerEm: number;
    ascender: number;
    descender: number;
    charToGlyph(character: string): Glyph;
    /** Returns 0 if the font has no glyph for the character. */
    charToGlyphIndex(character: string): number;
  };
  const opentype: { parse(file: ArrayBuffer): Font };
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default opentype;
}
