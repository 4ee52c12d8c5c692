import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { combineCrc, shiftOfBytes } from './combine-crc.ts';

const deflate = promisify(deflateRaw);
/** Ends a part at a byte and without the mark of the last one, so that others can stand before and after it. */
const AS_PART = { finishFlush: constants.Z_FULL_FLUSH };
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

type Packed = { bytes: Buffer; sizeBytes: number; crc: number; shift: number };

/** A long part of answers that is the same for many people: it is compressed once, when it is first sent. */
export class KeptText {
  readonly text: string;
  #packed: Promise<Packed> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  pack(): Promise<Packed> {
    this.#packed ??= pack(this.text);
    return this.#packed;
  }
}

async function pack(text: string): Promise<Packed> {
  const bytes = await deflate(text, AS_PART);
  const sizeBytes = Buffer.byteLength(text);
  return { bytes, sizeBytes, crc: crc32(text), shift: shiftOfBytes(sizeBytes) };
}

export type Surrounded = { before: string; kept: KeptText; after: string };

/** Reads and compresses only what surrounds the kept part. */
export async function gzipAround({ before, kept, after }: Surrounded): Promise<Buffer> {
  const packed = await kept.pack();
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(after, combineCrc(crc32(before), packed)));
  const sizeBytes = Buffer.byteLength(before) + packed.sizeBytes + Buffer.byteLength(after);
  end.writeUInt32LE(sizeBytes % 2 ** 32, 4);
  const parts = [deflateRawSync(before, AS_PART), packed.bytes, deflateRawSync(after)];
  return Buffer.concat([GZIP_HEAD, ...parts, end]);
}
