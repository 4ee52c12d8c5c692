import jsqr from 'jsqr';
import sharp from 'sharp';
import type { Pixels } from '#server/modules/images/watermark.ts';

const PREFIX = 'encore-clock:';
/** A code that is at least a seventh as wide as the photo is sharp enough at this size, and every photo is searched for one. */
const LONG_SIDE = 480;

/** Returns the time shown by the clock page, or undefined if the photo does not show it. */
export async function readClockCode({ data, width, height }: Pixels): Promise<Date | undefined> {
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(LONG_SIDE, LONG_SIDE, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rgba = new Uint8ClampedArray(small.data);
  const code = jsqr.default(rgba, small.info.width, small.info.height, { inversionAttempts: 'dontInvert' });
  return code ? parseClockCode(code.data) : undefined;
}

function parseClockCode(text: string): Date | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.exec(
    text.slice(PREFIX.length),
  )?.[0];
  const moment = new Date(iso ?? Number.NaN);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
