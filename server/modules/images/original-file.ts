import { Transform } from 'node:stream';
import sharp from 'sharp';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { type BlankSpan, blank, findLocation } from './without-location.ts';

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

export type OpenedOriginal = Pick<Bytes, 'sizeBytes' | 'content'> & { contentType: string };

/**
 * An original as it may leave. A JPEG is streamed with its location blanked, so its bytes stand in memory only
 * while it is searched; other formats are written again without metadata. Undefined when the file is missing.
 */
export async function openOriginal(storage: Storage, key: string): Promise<OpenedOriginal | undefined> {
  const file = await storage.read(key);
  if (!file) return undefined;
  if (!file.subarray(0, JPEG_START.length).equals(JPEG_START)) return rewrite(file);
  const spans = findLocation(file);
  return {
    contentType: 'image/jpeg',
    sizeBytes: file.length,
    content: async (range) => (await storage.readStream(key, range)).pipe(blanking(spans, range.start)),
  };
}

async function rewrite(file: Buffer): Promise<OpenedOriginal> {
  const { format } = await sharp(file).metadata();
  const content = await sharp(file)
    .autoOrient()
    .keepIccProfile()
    .toFormat(format, { quality: 95 })
    .toBuffer();
  return { contentType: `image/${format === 'heif' ? 'heic' : format}`, sizeBytes: content.length, content };
}

function blanking(spans: BlankSpan[], start: number): Transform {
  let position = start;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      const clean = blank(piece, position, spans);
      position += piece.length;
      done(null, clean);
    },
  });
}
