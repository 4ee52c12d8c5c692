// Sold originals name their maker and rights holder and forbid data mining, in XMP, IIM and EXIF, because programs read
// one or the other. Pixels and all other metadata stay as they are.
import { BYLINE, decodeText, readIim, writeIim } from './iim.ts';
import { APP0, APP1, type Segment, START_OF_SCAN, segmentsOf } from './turn-jpeg.ts';
import { type BlankSpan, EXIF_HEADER, overwrite } from './without-location.ts';

export type Rights = {
  creator: string | null;
  holder: string;
  notice: string;
  url: string;
  /** The field of the file that holds usage instructions. */
  note?: string;
};

/** Bytes that are sent before the byte at this place of the stored file. */
export type Insertion = { at: number; bytes: Buffer };

type Edits = { spans: BlankSpan[]; insertions: Insertion[] };

const XMP_HEADER = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
const PHOTOSHOP_HEADER = Buffer.from('Photoshop 3.0\0', 'latin1');
const APP13 = 0xed;
const MAX_SEGMENT = 0xffff;

/** A damaged file whose segments do not lead to the picture stays as it is. */
export function creditJpeg(jpeg: Buffer, rights: Rights): Edits {
  const segments = [...segmentsOf(jpeg)];
  if (jpeg[(segments.at(-1)?.end ?? 0) + 1] !== START_OF_SCAN) return NONE;
  const startingWith = (header: Buffer) =>
    segments.filter(({ start }) => jpeg.subarray(start, start + header.length).equals(header));
  const [first] = segments;
  const [exif] = startingWith(EXIF_HEADER);
  const xmp = startingWith(XMP_HEADER);
  const photoshop = startingWith(PHOTOSHOP_HEADER);
  const place = exif?.end ?? (first?.marker === APP0 ? first.end : 2);
  const kept = readIim(photoshop[0] && jpeg.subarray(photoshop[0].start, photoshop[0].end));
  const iim = Buffer.concat([PHOTOSHOP_HEADER, creditIim(kept, rights)]);
  const added = (exif ? extendExif(jpeg, exif, rights) : addSegment(place, APP1, newExif(rights))) ?? NONE;
  const merged = xmp.length === 1 && xmp[0] ? extendXmp(jpeg, xmp[0], rights) : undefined;
  const packet = Buffer.concat([XMP_HEADER, Buffer.from(xmpPacket(rights))]);
  const parts = [
    added,
    merged ?? { spans: xmp.map(wipe), insertions: addSegment(place, APP1, packet).insertions },
    { spans: photoshop.map(wipe), insertions: addSegment(place, APP13, iim).insertions },
  ];
  return {
    spans: parts.flatMap(({ spans }) => spans),
    insertions: parts.flatMap(({ insertions }) => insertions).sort((a, b) => a.at - b.at),
  };
}

export function insertBytes(file: Buffer, insertions: readonly Insertion[]): Buffer {
  const pieces = insertions.flatMap(({ at, bytes }, index) => [
    file.subarray(insertions[index - 1]?.at ?? 0, at),
    bytes,
  ]);
  return Buffer.concat([...pieces, file.subarray(insertions.at(-1)?.at ?? 0)]);
}

const NONE: Edits = { spans: [], insertions: [] };

function addSegment(at: number, marker: number, payload: Buffer): Edits {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return { spans: [], insertions: [{ at, bytes: Buffer.concat([head, payload]) }] };
}

/** No program knows a segment that begins with zeros. */
const wipe = ({ start, end }: Segment): BlankSpan => ({ start, endExclusive: end, fill: 0 });

/** Returns undefined if the segment would become too long. */
function extend({ start, end }: Segment, at: number, bytes: Buffer): Edits | undefined {
  const length = Buffer.alloc(2);
  if (end - start + 2 + bytes.length > MAX_SEGMENT) return undefined;
  length.writeUInt16BE(end - start + 2 + bytes.length);
  return { spans: overwrite(start - 2, length), insertions: [{ at, bytes }] };
}

// IIM

const INSTRUCTIONS = '2:40';
const OWN_DATASETS = ['1:90', '2:0', BYLINE, '2:110', '2:116'];
const MAX_KEPT_BYTES = 8_000;

function creditIim(kept: ReturnType<typeof readIim>, { creator, holder, notice, note = '' }: Rights): Buffer {
  const others = kept.filter(({ name }) => !OWN_DATASETS.includes(name));
  const size = others.reduce((sum, { value }) => sum + value.length, 0);
  const text = (name: string, value: string | null) =>
    value ? [{ name, value: Buffer.from(value).subarray(0, 1_000) }] : [];
  return writeIim([
    { name: '1:90', value: Buffer.from('\x1b%G') },
    { name: '2:0', value: Buffer.from([0, 4]) },
    ...(size > MAX_KEPT_BYTES ? [] : others).flatMap(({ name, value }) => text(name, decodeText(value))),
    ...text(INSTRUCTIONS, note),
    ...text(BYLINE, creator),
    ...text('2:110', holder),
    ...text('2:116', notice),
  ]);
}

// XMP

const OWN_PROPERTIES =
  'dc:creator|dc:rights|xmpRights:WebStatement|xmpRights:Marked|photoshop:Credit|plus:DataMining';
const OWN_PATTERNS = [
  new RegExp(`<(${OWN_PROPERTIES})(?:\\s[^<>]*)?(?:/>|>[\\s\\S]*?</\\1\\s*>)`, 'dg'),
  new RegExp(`\\s(?:${OWN_PROPERTIES})\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'dg'),
];
const SPACE = 0x20;

/** One packet per file is allowed, so the rights join the one that is there. */
function extendXmp(jpeg: Buffer, segment: Segment, rights: Rights): Edits | undefined {
  const text = jpeg.toString('latin1', segment.start, segment.end);
  const place = text.lastIndexOf('</rdf:RDF>');
  const extended = place > 0 && extend(segment, segment.start + place, Buffer.from(xmpDescription(rights)));
  if (!extended) return undefined;
  const old = OWN_PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)]).map(({ index, 0: found }) => ({
    start: segment.start + index,
    endExclusive: segment.start + index + found.length,
    fill: SPACE,
  }));
  return { ...extended, spans: [...extended.spans, ...old] };
}

export function xmpPacket(rights: Rights): string {
  const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${rdf}">${xmpDescription(rights)}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

function xmpDescription({ creator, holder, notice, url, note }: Rights): string {
  const namespaces = [
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"',
    'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
    'xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/"',
  ];
  const properties = [
    'xmpRights:Marked="True"',
    `xmpRights:WebStatement="${escapeXml(url)}"`,
    `photoshop:Credit="${escapeXml(holder)}"`,
    ...(note ? [`photoshop:Instructions="${escapeXml(note)}"`] : []),
    'plus:DataMining="http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED"',
  ];
  const creators = creator
    ? `<dc:creator><rdf:Seq><rdf:li>${escapeXml(creator)}</rdf:li></rdf:Seq></dc:creator>`
    : '';
  const statement = `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(notice)}</rdf:li></rdf:Alt></dc:rights>`;
  return `<rdf:Description rdf:about="" ${[...namespaces, ...properties].join(' ')}>${creators}${statement}</rdf:Description>`;
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

// EXIF

const ARTIST = 0x013b;
const COPYRIGHT = 0x8298;
const GPS = 0x8825;
const ASCII = 2;
const ENTRY_BYTES = 12;

/** A new first directory behind the old data: no offset in the file has to change. The old one is left without a pointer. */
function extendExif(jpeg: Buffer, segment: Segment, rights: Rights): Edits | undefined {
  const tiff = segment.start + EXIF_HEADER.length;
  const block = jpeg.subarray(tiff, segment.end);
  if (block.length < 8) return undefined;
  const isLittle = block.toString('latin1', 0, 2) === 'II';
  const { u16, u32, write32 } = tiffNumbers(isLittle);
  const directory = u32(block, 4);
  if (u16(block, 2) !== 42 || directory + 6 > block.length) return undefined;
  const count = u16(block, directory);
  const end = directory + 2 + count * ENTRY_BYTES;
  if (end + 4 > block.length) return undefined;
  const entries = Array.from({ length: count }, (_, index) => {
    const at = directory + 2 + index * ENTRY_BYTES;
    return block.subarray(at, at + ENTRY_BYTES);
  }).filter((entry) => ![ARTIST, COPYRIGHT, GPS].includes(u16(entry, 0)));
  const padding = Buffer.alloc(block.length % 2);
  const start = block.length + padding.length;
  const extended = extend(
    segment,
    segment.end,
    Buffer.concat([padding, writeDirectory({ entries, start, next: u32(block, end), isLittle }, rights)]),
  );
  return extended && { ...extended, spans: [...extended.spans, ...overwrite(tiff + 4, write32(start))] };
}

function newExif(rights: Rights): Buffer {
  const head = Buffer.from([...Buffer.from('II'), 42, 0, 8, 0, 0, 0]);
  const directory = writeDirectory({ entries: [], start: 8, next: 0, isLittle: true }, rights);
  return Buffer.concat([EXIF_HEADER, head, directory]);
}

type Directory = { entries: readonly Buffer[]; start: number; next: number; isLittle: boolean };

function writeDirectory({ entries, start, next, isLittle }: Directory, { creator, notice }: Rights): Buffer {
  const { u16, write16, write32 } = tiffNumbers(isLittle);
  // Up to four bytes would have to be in the entry itself.
  const texts = [
    { tag: ARTIST, text: Buffer.from((creator ?? '').padEnd(4, '\0').concat('\0')) },
    { tag: COPYRIGHT, text: Buffer.from(`${notice}\0`) },
  ].filter(({ tag }) => tag === COPYRIGHT || creator);
  let at = start + 2 + (entries.length + texts.length) * ENTRY_BYTES + 4;
  const added = texts.map(({ tag, text }) => {
    const entry = Buffer.concat([write16(tag), write16(ASCII), write32(text.length), write32(at)]);
    at += text.length;
    return entry;
  });
  const sorted = [...entries, ...added].sort((a, b) => u16(a, 0) - u16(b, 0));
  return Buffer.concat([write16(sorted.length), ...sorted, write32(next), ...texts.map(({ text }) => text)]);
}

function tiffNumbers(isLittle: boolean) {
  return {
    u16: (from: Buffer, at: number) => (isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at)),
    u32: (from: Buffer, at: number) => (isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at)),
    write16: (value: number) => Buffer.from(isLittle ? [value & 255, value >> 8] : [value >> 8, value & 255]),
    write32: (value: number) => {
      const bytes = Buffer.alloc(4);
      if (isLittle) bytes.writeUInt32LE(value);
      else bytes.writeUInt32BE(value);
      return bytes;
    },
  };
}
