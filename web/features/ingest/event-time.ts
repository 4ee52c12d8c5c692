const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
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

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are cached, because creating one takes far longer than using it and lists have thousands of lines. */
function formatFor(locale: string | undefined, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([locale, timeZone, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formats.set(key, known);
  return known;
}

export function timeAtEvent(isoMoment: string | number, timeZone: string, withSeconds = false): string {
  return formatFor('en-GB', timeZone, withSeconds ? TIME_WITH_SECONDS : TIME).format(new Date(isoMoment));
}

export function dayAndTimeAtEvent(isoMoment: string, timeZone: string): string {
  const day = formatFor(undefined, timeZone, DAY).format(new Date(isoMoment));
  return `${day}, ${timeAtEvent(isoMoment, timeZone)}`;
}

/** "2026-11-14T09:00-06:00" is what a clock at the event shows; the offset makes it unambiguous. */
export function wallClockAtEvent(isoMoment: string | null, timeZone: string): string | null {
  if (isoMoment === null) return null;
  const parts = formatFor('en-US', timeZone, WALL_CLOCK).formatToParts(new Date(isoMoment));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const seconds = `:${of('second')}.${of('fractionalSecond')}`.replace('.000', '').replace(/^:00$/, '');
  const offset = of('timeZoneName').replace('GMT', '') || '+00:00';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}${seconds}${offset}`;
}
