import type { Camera, RunningOrderLine, UnsortedImage } from '#contract/endpoints/ingest.ts';
import type { CameraRow, Performance, UnsortedPhoto } from '#contract/lists/ingest.ts';
import { countOf, dateFormat, dayInZone } from '#web/lib/formats.ts';
import type { IngestEvent } from './ingest.query.ts';

const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const TIME_WITH_SECONDS = { ...TIME, second: '2-digit' } as const;
const DAY = { month: 'short', day: 'numeric' } as const;
const WALL_CLOCK = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'longOffset',
} as const;

export function timeAtEvent(isoMoment: string | number, timeZone: string, withSeconds = false): string {
  return dateFormat({ ...(withSeconds ? TIME_WITH_SECONDS : TIME), timeZone }).format(new Date(isoMoment));
}

export function dayAndTimeAtEvent(isoMoment: string, timeZone: string, withSeconds = false): string {
  const day = dateFormat({ ...DAY, timeZone }).format(new Date(isoMoment));
  return `${day}, ${timeAtEvent(isoMoment, timeZone, withSeconds)}`;
}

type Days = Pick<IngestEvent, 'start_date' | 'last_date' | 'time_zone'>;

/** Says the day too, unless the event has no other. */
export function momentAtEvent(isoMoment: string, event: Days, withSeconds = false): string {
  const { start_date, last_date, time_zone: timeZone } = event;
  const isOnlyDay = start_date === last_date && dayInZone(isoMoment, timeZone) === start_date;
  return (isOnlyDay ? timeAtEvent : dayAndTimeAtEvent)(isoMoment, timeZone, withSeconds);
}

/** "2026-11-14T09:00-06:00" is what a clock at the event shows; the offset makes it unambiguous. */
export function wallClockAtEvent(isoMoment: string | null, timeZone: string): string | null {
  if (isoMoment === null) return null;
  const parts = dateFormat({ ...WALL_CLOCK, timeZone }, 'en-US').formatToParts(new Date(isoMoment));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const seconds = `:${of('second')}.${of('fractionalSecond')}`.replace('.000', '').replace(/^:00$/, '');
  const offset = of('timeZoneName').replace('GMT', '') || '+00:00';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}${seconds}${offset}`;
}

// Staff read the times of an event as they are on a clock at the event, in lists and in CSV files.

export function toPerformance(line: RunningOrderLine, timeZone: string): Performance {
  return { ...line, planned_time: wallClockAtEvent(line.planned_at, timeZone) };
}

/** "A001 (Canon EOS R6)", or the serial number alone. */
export function nameCamera({ serial, model }: Pick<Camera, 'serial' | 'model'>): string {
  return model ? `${serial} (${model})` : serial;
}

export function toCameraRow(camera: Camera, timeZone: string): CameraRow {
  return {
    ...camera,
    calibrated: wallClockAtEvent(camera.calibrated_at, timeZone),
    last_photo: wallClockAtEvent(camera.last_captured_at, timeZone),
  };
}

export function toUnsortedPhoto(
  image: UnsortedImage,
  timeZone: string,
  albumTitles: ReadonlyMap<number, string>,
): UnsortedPhoto {
  return {
    ...image,
    taken: wallClockAtEvent(image.captured_at, timeZone),
    albums: image.candidates.flatMap((id) => albumTitles.get(id) ?? []).join(' / '),
  };
}

export function captureTime(capturedAt: string | null, timeZone: string): string {
  return capturedAt ? timeAtEvent(capturedAt, timeZone, true) : 'No time';
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

export function describeDuration(seconds: number): string {
  let rest = seconds;
  const parts = UNITS.flatMap(([unit, size]) => {
    const amount = Math.floor(rest / size);
    rest -= amount * size;
    return amount > 0 ? [countOf(amount, unit)] : [];
  });
  return parts.join(' ');
}

/** The offset is added to a camera's clock to get the correct time: "1 hour 30 minutes behind" if it is positive. */
export function describeOffset(offsetSeconds: number | null): string {
  if (offsetSeconds === null) return 'Not calibrated';
  if (offsetSeconds === 0) return 'On time';
  return `${describeDuration(Math.abs(offsetSeconds))} ${offsetSeconds > 0 ? 'behind' : 'ahead'}`;
}
