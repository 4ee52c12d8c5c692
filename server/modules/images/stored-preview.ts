import { assemble, isPair, openPair } from '#engines/watermark/pair.ts';

/** Returns a JPEG of a stored preview that is nobody's copy, to make other pictures of. It must not be sent. */
export function neutralPreview(stored: Buffer): Buffer {
  if (!isPair(stored)) return stored;
  const pair = openPair(stored);
  return assemble(pair, new Uint8Array(Math.ceil(pair.tiles / 8)));
}
