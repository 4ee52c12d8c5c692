import { UnmarkableJpegError } from './unmarkable-jpeg.ts';

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
