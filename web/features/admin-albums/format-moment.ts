/** Without a time zone, the reader's own applies. */
export function formatMoment(isoMoment: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(undefined, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(isoMoment),
  );
}
