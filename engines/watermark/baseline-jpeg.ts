type Reason =
  | 'not_a_jpeg'
  | 'damaged'
  | 'not_baseline'
  | 'not_420'
  | 'has_restart_intervals'
  | 'code_missing'
  | 'too_large';

const MESSAGES: Record<Reason, string> = {
  not_a_jpeg: 'The file is not a JPEG.',
  damaged: 'The JPEG is damaged.',
  not_baseline: 'Only baseline JPEGs with one scan of three components can be marked.',
  not_420: 'Only JPEGs with 4:2:0 subsampling can be marked.',
  has_restart_intervals: 'The JPEG already has restart intervals.',
  code_missing: 'The Huffman tables lack a code that a mark needs; encode with the standard tables.',
  too_large: 'The JPEG has too many pixels to be marked.',
};

/** A JPEG that cannot be turned into variants of marked copies. */
export class UnmarkableJpegError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(MESSAGES[reason]);
    this.name = 'UnmarkableJpegError';
    this.reason = reason;
  }
}

/**
 * `look` has an entry for every 16 bits that may follow: the length of the code in the high byte, the symbol in the low
 * byte, and 0 where no code fits. `code` and `length` are indexed by symbol; a length of 0 means that it has no code.
 */
export type HuffmanTable = { look: Uint16Array; code: Uint16Array; length: Uint8Array };

/** Reads the tables of one DHT segment into `dc` and `ac`, which are indexed by table id. */
export function readHuffmanTables(
  body: Buffer,
  tables: { dc: Map<number, HuffmanTable>; ac: Map<number, HuffmanTable> },
): void {
  for (let at = 0; at < body.length; ) {
    const counts = body.subarray(at + 1, at + 17);
    const symbols = counts.reduce((sum, count) => sum + count, 0);
    if (counts.length < 16 || symbols > 256 || at + 17 + symbols > body.length) {
      throw new UnmarkableJpegError('damaged');
    }
    const idByte = body[at] as number;
    const kind = idByte >> 4 === 0 ? tables.dc : tables.ac;
    kind.set(idByte & 15, buildTable(counts, body.subarray(at + 17, at + 17 + symbols)));
    at += 17 + symbols;
  }
}

function buildTable(counts: Buffer, symbols: Buffer): HuffmanTable {
  const look = new Uint16Array(65_536);
  const code = new Uint16Array(256);
  const length = new Uint8Array(256);
  let next = 0;
  let at = 0;
  for (let bits = 1; bits <= 16; bits += 1) {
    for (let i = 0; i < (counts[bits - 1] as number); i += 1) {
      if (next >= 1 << bits) throw new UnmarkableJpegError('damaged');
      const symbol = symbols[at] as number;
      code[symbol] = next;
      length[symbol] = bits;
      look.fill((bits << 8) | symbol, next << (16 - bits), (next + 1) << (16 - bits));
      next += 1;
      at += 1;
    }
    next <<= 1;
  }
  return { look, code, length };
}

export type Component = { blocks: number; dc: HuffmanTable; ac: HuffmanTable };

/** `data` is the entropy-coded scan without stuffed bytes, followed by eight zero bytes. */
export type Baseline = {
  width: number;
  height: number;
  mcus: number;
  lumaDcStep: number;
  components: [Component, Component, Component];
  beforeScan: Buffer;
  scanHeader: Buffer;
  data: Buffer;
};

/** Reading ahead past the last bit must stay inside the buffer. */
export const PADDING_BYTES = 8;
/** The sampling of 4:2:0: luma has 2 x 2 blocks in each MCU of 16 x 16 pixels. */
export const MCU_SIDE = 16;
const LUMA_SAMPLING = 0x22;
const CHROMA_SAMPLING = 0x11;
const MAX_PIXELS = 120_000_000;

const SOI = 0xd8;
const EOI = 0xd9;
const SOF0 = 0xc0;
const DHT = 0xc4;
const DAC = 0xcc;
const DQT = 0xdb;
const DRI = 0xdd;
const SOS = 0xda;

type Frame = { width: number; height: number; parts: { id: number; sampling: number; quant: number }[] };
type Tables = {
  dcSteps: Map<number, number>;
  dc: Map<number, HuffmanTable>;
  ac: Map<number, HuffmanTable>;
};

export function readBaseline(jpeg: Buffer): Baseline {
  if (jpeg.length < 4 || jpeg[0] !== 0xff || jpeg[1] !== SOI) throw new UnmarkableJpegError('not_a_jpeg');
  const tables: Tables = { dcSteps: new Map(), dc: new Map(), ac: new Map() };
  let frame: Frame | undefined;
  for (let at = 2; ; ) {
    if (at + 4 > jpeg.length || jpeg[at] !== 0xff) throw new UnmarkableJpegError('damaged');
    const marker = jpeg[at + 1] as number;
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (end < at + 4 || end > jpeg.length) throw new UnmarkableJpegError('damaged');
    const body = jpeg.subarray(at + 4, end);
    if (marker === SOS) {
      if (!frame) throw new UnmarkableJpegError('damaged');
      const scan = { beforeScan: jpeg.subarray(0, at), scanHeader: jpeg.subarray(at, end) };
      return { ...describeScan(frame, tables, body), ...scan, data: readScanBytes(jpeg, end) };
    }
    if (marker === DQT) readDcSteps(body, tables.dcSteps);
    else if (marker === DHT) readHuffmanTables(body, tables);
    else if (marker === SOF0) frame = readFrame(body);
    else if (marker === DRI) refuseRestarts(body);
    else if (marker > SOF0 && marker <= 0xcf && marker !== 0xc8 && marker !== DAC) {
      throw new UnmarkableJpegError('not_baseline');
    }
    at = end;
  }
}

/** Only the step of the DC value is needed; a table has values of one or of two bytes. */
function readDcSteps(body: Buffer, dcSteps: Map<number, number>): void {
  for (let at = 0; at < body.length; ) {
    const idByte = body[at] as number;
    const bytes = idByte >> 4 === 0 ? 1 : 2;
    if (at + 1 + 64 * bytes > body.length) throw new UnmarkableJpegError('damaged');
    dcSteps.set(idByte & 15, bytes === 1 ? (body[at + 1] as number) : body.readUInt16BE(at + 1));
    at += 1 + 64 * bytes;
  }
}

function readFrame(body: Buffer): Frame {
  if (body.length < 6) throw new UnmarkableJpegError('damaged');
  if (body[0] !== 8 || body[5] !== 3) throw new UnmarkableJpegError('not_baseline');
  if (body.length < 15) throw new UnmarkableJpegError('damaged');
  const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)];
  if (width === 0 || height === 0) throw new UnmarkableJpegError('damaged');
  if (width * height > MAX_PIXELS) throw new UnmarkableJpegError('too_large');
  const parts = [6, 9, 12].map((at) => {
    return { id: body[at] as number, sampling: body[at + 1] as number, quant: body[at + 2] as number };
  });
  return { width, height, parts };
}

function refuseRestarts(body: Buffer): void {
  if (body.length < 2) throw new UnmarkableJpegError('damaged');
  if (body.readUInt16BE(0) !== 0) throw new UnmarkableJpegError('has_restart_intervals');
}

function describeScan({ width, height, parts }: Frame, tables: Tables, scan: Buffer) {
  if (scan[0] !== 3) throw new UnmarkableJpegError('not_baseline');
  if (scan.length < 10) throw new UnmarkableJpegError('damaged');
  const components = parts.map(({ id, sampling }, place): Component => {
    if (scan[1 + 2 * place] !== id) throw new UnmarkableJpegError('not_baseline');
    if (sampling !== (place === 0 ? LUMA_SAMPLING : CHROMA_SAMPLING))
      throw new UnmarkableJpegError('not_420');
    const tableIds = scan[2 + 2 * place] as number;
    const [dc, ac] = [tables.dc.get(tableIds >> 4), tables.ac.get(tableIds & 15)];
    if (!dc || !ac) throw new UnmarkableJpegError('damaged');
    return { blocks: place === 0 ? 4 : 1, dc, ac };
  });
  const lumaDcStep = tables.dcSteps.get(parts[0]?.quant ?? 0);
  if (!lumaDcStep) throw new UnmarkableJpegError('damaged');
  const mcus = Math.ceil(width / MCU_SIDE) * Math.ceil(height / MCU_SIDE);
  return { width, height, mcus, lumaDcStep, components: components as Baseline['components'] };
}

/** Removes the zero bytes that are stuffed behind each 0xff. */
function readScanBytes(jpeg: Buffer, start: number): Buffer {
  const out = Buffer.alloc(jpeg.length - start + PADDING_BYTES);
  let length = 0;
  for (let at = start; ; ) {
    const marker = jpeg.indexOf(0xff, at);
    if (marker < 0 || marker + 1 >= jpeg.length) throw new UnmarkableJpegError('damaged');
    length += jpeg.copy(out, length, at, marker);
    if (jpeg[marker + 1] === 0) {
      out[length++] = 0xff;
      at = marker + 2;
    } else if (jpeg[marker + 1] === 0xff) {
      at = marker + 1;
    } else if (jpeg[marker + 1] === EOI) {
      return out.subarray(0, length + PADDING_BYTES);
    } else {
      throw new UnmarkableJpegError('not_baseline');
    }
  }
}
