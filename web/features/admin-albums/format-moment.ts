/** Day and time; of a performance where the event was, else where the reader is. */
export function formatMoment(isoMoment: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(undefined, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(isoMoment),
  );
}
