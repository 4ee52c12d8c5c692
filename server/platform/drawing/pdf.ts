// Writes PDF files of text and lines. Fonts are embedded, so names look the same everywhere and can be searched.
// Nothing is compressed or dated, so the same content is the same bytes.
import { inflateSync } from 'node:zlib';
import { type FontPart, type FontWeight, loadFonts } from './text-outlines.ts';

/** US Letter, in points from the lower left corner. */
export const PAGE = { width: 612, height: 792 };

export type PdfText = {
  x: number;
  y: number;
  size: number;
  text: string;
  isBold?: boolean;
  isGray?: boolean;
};
export type PdfPage = { texts: PdfText[]; lines: { y: number; from: number; to: number }[] };
export type PdfFonts = Awaited<ReturnType<typeof openPdfFonts>>;

type Face = FontPart & { name: string; used: Map<number, string> };
type Run = { face: Face; glyphs: { index: number; width: number; character: string }[] };

const WEIGHTS: FontWeight[] = [400, 600];

export async function openPdfFonts() {
  const parts = await Promise.all(WEIGHTS.map(loadFonts));
  const createFaces = () =>
    parts.map((ofWeight, weight) =>
      ofWeight.map((part, at): Face => ({ ...part, name: `F${weight}${at}`, used: new Map() })),
    );
  const known = createFaces();
  return {
    widthOf: ({ text, size, isBold }: Pick<PdfText, 'text' | 'size' | 'isBold'>) => {
      const runs = findRuns(known[isBold ? 1 : 0] ?? [], text);
      return (
        runs.reduce((sum, { glyphs }) => sum + glyphs.reduce((all, { width }) => all + width, 0), 0) * size
      );
    },
    write(title: string, pages: readonly PdfPage[]) {
      const faces = createFaces();
      const contents = pages.map((page) => writeContent(page, ({ isBold }) => faces[isBold ? 1 : 0] ?? []));
      return writeFile(title, contents, faces.flat());
    },
  };
}

/** Characters that no font has, such as emoji, become question marks. */
function findRuns(faces: readonly Face[], text: string): Run[] {
  const runs: Run[] = [];
  for (const wanted of text.normalize('NFC')) {
    const hasOne = faces.some(({ font }) => font.charToGlyphIndex(wanted) > 0);
    const character = hasOne ? wanted : '?';
    const face = faces.find(({ font }) => font.charToGlyphIndex(character) > 0);
    if (!face) continue;
    const { index, advanceWidth } = face.font.charToGlyph(character);
    const glyph = { index, width: advanceWidth / face.font.unitsPerEm, character };
    face.used.set(index, character);
    const last = runs.at(-1);
    if (last?.face === face) last.glyphs.push(glyph);
    else runs.push({ face, glyphs: [glyph] });
  }
  return runs;
}

function writeContent({ texts, lines }: PdfPage, facesOf: (text: PdfText) => Face[]): string {
  const drawn = texts.map((text) => {
    const runs = findRuns(facesOf(text), text.text).map(({ face, glyphs }) => {
      const codes = glyphs.map(({ index }) => index.toString(16).padStart(4, '0'));
      return `/${face.name} ${text.size} Tf <${codes.join('')}> Tj`;
    });
    return `BT ${text.isGray ? '0.4' : '0'} g ${point(text.x)} ${point(text.y)} Td ${runs.join(' ')} ET`;
  });
  const ruled = lines.map(({ y, from, to }) => `${point(from)} ${point(y)} m ${point(to)} ${point(y)} l S`);
  return ['0.75 G 0.5 w', ...ruled, ...drawn].join('\n');
}

const point = (value: number) => value.toFixed(2);

function writeFile(title: string, contents: readonly string[], faces: readonly Face[]): Buffer {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer) => objects.push(Buffer.from(body));
  const addStream = (data: string | Buffer, extra = '') => {
    const bytes = Buffer.from(data);
    const head = Buffer.from(`<< /Length ${bytes.length} ${extra}>>\nstream\n`);
    return add(Buffer.concat([head, bytes, Buffer.from('\nendstream')]));
  };
  // The first three objects are written last, when the numbers of the others are known.
  objects.push(Buffer.alloc(0), Buffer.alloc(0), Buffer.alloc(0));
  const fonts = faces.flatMap((face) =>
    face.used.size > 0 ? [`/${face.name} ${addFont(face, add, addStream)} 0 R`] : [],
  );
  const size = `[0 0 ${PAGE.width} ${PAGE.height}]`;
  const pages = contents.map((content) => {
    const stream = addStream(content);
    const resources = `<< /Font << ${fonts.join(' ')} >> >>`;
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox ${size} /Resources ${resources} /Contents ${stream} 0 R >>`,
    );
  });
  objects[0] = Buffer.from(
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> >>',
  );
  objects[1] = Buffer.from(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((id) => `${id} 0 R`).join(' ')}] >>`,
  );
  const utf16 = Buffer.from(`\ufeff${title}`, 'utf16le').swap16().toString('hex');
  objects[2] = Buffer.from(`<< /Title <${utf16}> >>`);
  return joinObjects(objects);
}

function joinObjects(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let at = parts[0]?.length ?? 0;
  const offsets = objects.map((body, position) => {
    const object = Buffer.concat([Buffer.from(`${position + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    parts.push(object);
    at += object.length;
    return at - object.length;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  parts.push(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}${trailer}`));
  return Buffer.concat(parts);
}

type Add = (body: string | Buffer, extra?: string) => number;

/** Returns the number of the font. Glyphs are named by their index, and a table says which characters they are. */
function addFont({ font, file, name, used }: Face, add: Add, addStream: Add): number {
  const per1000 = (units: number) => Math.round((units * 1000) / font.unitsPerEm);
  const glyphs = [...used].sort(([a], [b]) => a - b);
  const program = unpackFont(file);
  const fontFile = addStream(program, `/Length1 ${program.length} `);
  const metrics = `/Ascent ${per1000(font.ascender)} /Descent ${per1000(font.descender)} /CapHeight 700 /StemV 80`;
  const fontName = `/BarlowCondensed-${name}`;
  const descriptor = add(
    `<< /Type /FontDescriptor /FontName ${fontName} /Flags 4 /FontBBox [-500 -300 1500 1100] /ItalicAngle 0 ${metrics} /FontFile2 ${fontFile} 0 R >>`,
  );
  const widths = glyphs.map(
    ([index, character]) => `${index} [${per1000(font.charToGlyph(character).advanceWidth)}]`,
  );
  const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
  const descendant = add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${fontName} ${system} /FontDescriptor ${descriptor} 0 R /DW 500 /W [${widths.join(' ')}] /CIDToGIDMap /Identity >>`,
  );
  const characters = addStream(mapCharacters(glyphs));
  return add(
    `<< /Type /Font /Subtype /Type0 /BaseFont ${fontName} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${characters} 0 R >>`,
  );
}

const MAX_ROWS_PER_BLOCK = 100;

function mapCharacters(glyphs: readonly (readonly [number, string])[]): string {
  const rows = glyphs.map(([index, character]) => {
    const code = Buffer.from(character, 'utf16le').swap16().toString('hex');
    return `<${index.toString(16).padStart(4, '0')}> <${code}>`;
  });
  const blocks = [];
  for (let at = 0; at < rows.length; at += MAX_ROWS_PER_BLOCK) {
    const block = rows.slice(at, at + MAX_ROWS_PER_BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Characters def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}

/** The font tables that PDF readers need. */
const TABLES = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'];

/** A PDF has a font as TrueType; a WOFF file is one with each table compressed. */
function unpackFont(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, position) => {
    const entry = woff.subarray(44 + 20 * position, 64 + 20 * position);
    const [offset, packed, length] = [4, 8, 12].map((at) => entry.readUInt32BE(at)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(offset, offset + packed);
    return {
      tag: entry.toString('latin1', 0, 4),
      checksum: entry.readUInt32BE(16),
      data: packed < length ? inflateSync(bytes) : bytes,
    };
  }).filter(({ tag }) => TABLES.includes(tag));
  const power = Math.floor(Math.log2(tables.length));
  const head = Buffer.alloc(12 + 16 * tables.length);
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  const search = [tables.length, 16 * 2 ** power, power, 16 * (tables.length - 2 ** power)];
  for (const [at, value] of search.entries()) head.writeUInt16BE(value, 4 + 2 * at);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [position, { tag, checksum, data }] of tables.entries()) {
    const at = 12 + 16 * position;
    head.write(tag, at, 'latin1');
    for (const [field, value] of [checksum, offset, data.length].entries())
      head.writeUInt32BE(value, at + 4 + 4 * field);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(parts);
}
