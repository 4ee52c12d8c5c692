/** Times of an event are those of its place, wherever staff sit. */
export function timeAtEvent(isoMoment: string | number, timeZone: string, withSeconds = false): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    ...(withSeconds && { second: '2-digit' }),
    hourCycle: 'h23',
  }).format(new Date(isoMoment));
}

export function dayAndTimeAtEvent(isoMoment: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat(undefined, { timeZone, month: 'short', day: 'numeric' });
  return `${day.format(new Date(isoMoment))}, ${timeAtEvent(isoMoment, timeZone)}`;
}

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

/** "2026-11-14T09:00-06:00": what a clock at the event shows, and yet one moment alone. */
export function wallClockAtEvent(isoMoment: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { ...WALL_CLOCK, timeZone }).formatToParts(
    new Date(isoMoment),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const seconds = `:${of('second')}.${of('fractionalSecond')}`.replace('.000', '').replace(/^:00$/, '');
  const offset = of('timeZoneName').replace('GMT', '') || '+00:00';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}${seconds}${offset}`;
}
