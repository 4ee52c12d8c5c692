import readExif from 'exif-reader';
import { BYLINE, decodeText, readIim } from '#server/modules/images/iim.ts';

type PhotoNotes = { exif?: Buffer | undefined; iptc?: Buffer | undefined; xmp?: Buffer | undefined };

const EARLIEST = Date.UTC(1990, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/**
 * A camera writes local time. Without an offset, the time zone of the event applies. The creator in XMP comes first, then
 * the By-line of IPTC: a person wrote those for this photo, while the artist in EXIF is whoever set the camera up.
 */
export function readCameraNotes({ exif, iptc, xmp }: PhotoNotes, timeZone: string) {
  const { Photo: photo, Image: image } = (exif && parse(exif)) ?? ({} as Partial<Tags>);
  return {
    cameraTime: readCameraTime(photo, timeZone),
    cameraSerial: asText(photo?.BodySerialNumber ?? image?.CameraSerialNumber, 100),
    cameraModel: nameModel(asText(image?.Make, 50), asText(image?.Model, 100)),
    photographer:
      readCreator(xmp) ??
      asText(readIim(iptc).find(({ name }) => name === BYLINE)?.value, 200) ??
      asText(image?.Artist, 200) ??
      asText(image?.Copyright, 200),
  };
}

/** Most models repeat the name of their maker. */
function nameModel(make: string | null, model: string | null): string | null {
  const [maker = ''] = make?.split(' ') ?? [];
  const isNamed = model?.toLowerCase().startsWith(maker.toLowerCase());
  return isNamed || model === null ? model : `${maker} ${model}`.slice(0, 100);
}

/** Each attempt ends soon or at the next tag; a damaged picture could otherwise take hours. */
const CREATOR =
  /<dc:creator\b[^<>]{0,400}>\s{0,200}(?:<rdf:(?:Seq|Bag)[^<>]{0,400}>\s{0,200})?<rdf:li[^<>]{0,400}>([^<]{1,2000})</;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function readCreator(xmp: Buffer | undefined): string | null {
  const found = xmp && CREATOR.exec(decodeText(xmp))?.[1];
  return asText(
    found?.replaceAll(/&(?:#(\d{1,6})|#x([\da-fA-F]{1,5})|(\w{2,4}));/g, (entity, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return name ? (ENTITIES[name] ?? entity) : String.fromCodePoint(Math.min(code, 0x10ffff));
    }),
    200,
  );
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

/** Text that is not plain ASCII comes as bytes. */
function asText(value: unknown, maxLength: number): string | null {
  const text = value instanceof Uint8Array ? decodeText(value) : value;
  if (typeof text !== 'string' && typeof text !== 'number') return null;
  return String(text).normalize('NFC').replaceAll(/\p{C}/gu, '').trim().slice(0, maxLength) || null;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Takes local time as if it were UTC. A local time that daylight saving skips is read an hour later. */
export function momentOfWallClock(wallClockMs: number, timeZone: string): Date {
  const first = wallClockMs - offsetMs(wallClockMs, timeZone);
  const second = wallClockMs - offsetMs(first, timeZone);
  const isSkipped = second + offsetMs(second, timeZone) !== wallClockMs;
  return new Date(isSkipped ? Math.max(first, second) : second);
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
