import { fingerprint } from '#engines/watermark/find-photo.ts';
import { fromPixels } from './derivatives.ts';
import type { Pixels } from './watermark.ts';

/** Call it before the watermark is burned in, because its corners are the same on every photo. */
export function fingerprintPixels(pixels: Pixels): Promise<Buffer> {
  return fingerprint(fromPixels(pixels));
}
