const DAY_MS = 24 * 3600 * 1000;
const STILL_NEW_DAYS = 30;

const startOfDay = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());

/** Returns undefined after 30 days. */
export function newSince(foundAt: string, now = new Date(), language = 'en-US'): string | undefined {
  const found = new Date(foundAt);
  const days = Math.round((startOfDay(now).getTime() - startOfDay(found).getTime()) / DAY_MS);
  if (days > STILL_NEW_DAYS) return undefined;
  if (days <= 0) return 'New today';
  if (days === 1) return 'New since yesterday';
  const options: Intl.DateTimeFormatOptions =
    days < 7 ? { weekday: 'long' } : { month: 'short', day: 'numeric' };
  return `New since ${found.toLocaleDateString(language, options)}`;
}
