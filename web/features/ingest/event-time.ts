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
