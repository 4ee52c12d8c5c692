import { areVariants, assemble, openVariants } from '#engines/watermark/variants.ts';

/** Returns a JPEG of a stored preview that is nobody's copy, to make other pictures of. It must not be sent. */
export function neutralPreview(stored: Buffer): Buffer {
  if (!areVariants(stored)) return stored;
  const variants = openVariants(stored);
  return assemble(variants, new Uint8Array(Math.ceil(variants.tiles / 8)));
}
