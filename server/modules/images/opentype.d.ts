declare module 'opentype.js' {
  type Point = { x: number; y: number };
  export type Command =
    | ({ type: 'M' | 'L' } & Point)
    | ({ type: 'Q'; x1: number; y1: number } & Point)
    | ({ type: 'C'; x1: number; y1: number; x2: number; y2: number } & Point)
    | { type: 'Z' };
  type Outline = { commands: Command[]; getBoundingBox(): { x2: number } };
  type Glyph = { advanceWidth: number; getPath(x: number, y: number, fontSize: number): Outline };
  export type Font = {
    unitsPerEm: number;
    charToGlyph(character: string): Glyph;
    /** 0 where the font does not know the character. */
    charToGlyphIndex(character: string): number;
  };
  const opentype: { parse(file: ArrayBuffer): Font };
  // biome-ignore lint/style/noDefaultExport: that is how the package exports itself
  export default opentype;
}
