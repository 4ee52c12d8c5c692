import readExif from 'exif-reader';

type CameraNotes = {
  cameraTime: Date | null;
  cameraSerial: string | null;
  photographer: string | null;
};

const NO_NOTES: CameraNotes = { cameraTime: null, cameraSerial: null, photographer: null };
const EARLIEST = Date.UTC(1990, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** A camera writes local time. Without an offset, the time zone of the event applies. */
export function readCameraNotes(exif: Buffer | undefined, timeZone: string): CameraNotes {
  const tags = exif && parse(exif);
  if (!tags) return NO_NOTES;
  const { Photo: photo, Image: image } = tags;
  return {
    cameraTime: readCameraTime(photo, timeZone),
    cameraSerial: asText(photo?.BodySerialNumber ?? image?.CameraSerialNumber, 100),
    photographer: asText(image?.Artist, 200) ?? asText(image?.Copyright, 200),
  };
}

type Tags = ReturnType<typeof readExif>;

function parse(exif: Buffer): Tags | undefined {
  try {
    return readExif(exif);
  } catch {
    return undefined;
  }
}

function readCameraTime(photo: Tags['Photo'], timeZone: string): Date | null {
  const taken = photo?.DateTimeOriginal
    ? { at: photo.DateTimeOriginal, fraction: photo.SubSecTimeOriginal, offset: photo.OffsetTimeOriginal }
    : {
        at: photo?.DateTimeDigitized,
        fraction: photo?.SubSecTimeDigitized,
        offset: photo?.OffsetTimeDigitized,
      };
  const wallClockMs = taken.at instanceof Date ? taken.at.getTime() : Number.NaN;
  if (!(wallClockMs > EARLIEST && wallClockMs < LATEST)) return null;
  const exactMs = wallClockMs + readFractionMs(taken.fraction);
  const offsetMinutes = readOffsetMinutes(taken.offset);
  return offsetMinutes === undefined
    ? momentOfWallClock(exactMs, timeZone)
    : new Date(exactMs - offsetMinutes * 60_000);
}

function readFractionMs(value: unknown): number {
  const digits = /^\d{1,9}/.exec(String(value ?? '').trim())?.[0];
  return digits ? Math.floor(Number(`0.${digits}`) * 1000) : 0;
}

function readOffsetMinutes(value: unknown): number | undefined {
  const found = /^([+-])(\d{2}):(\d{2})/.exec(String(value ?? '').trim());
  if (!found) return undefined;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  return minutes > 14 * 60 ? undefined : minutes * (found[1] === '-' ? -1 : 1);
}

function asText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return String(value).replaceAll(/\p{C}/gu, '').trim().slice(0, maxLength) || null;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Takes local time as if it were UTC. A local time that daylight saving skips is read an hour later. */
export function momentOfWallClock(wallClockMs: number, timeZone: string): Date {
  const guess = wallClockMs - offsetMs(wallClockMs, timeZone);
  return new Date(wallClockMs - offsetMs(guess, timeZone));
}

function offsetMs(momentMs: number, timeZone: string): number {
  const wholeSecond = Math.floor(momentMs / 1000) * 1000;
  const parts = formatterFor(timeZone).formatToParts(wholeSecond);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  const wallClock = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wallClock - wholeSecond;
}

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone) ?? createFormatter(timeZone);
  formatters.set(timeZone, known);
  return known;
}

function createFormatter(timeZone: string): Intl.DateTimeFormat {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', ...fields, ...clock });
}
