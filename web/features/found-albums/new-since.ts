const DAY_MS = 24 * 3600 * 1000;
const STILL_NEW_DAYS = 30;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const startOfDay = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());

/** Returns undefined after 30 days. */
export function newSince(foundAt: string, now = new Date()): string | undefined {
  const found = new Date(foundAt);
  const days = Math.round((startOfDay(now).getTime() - startOfDay(found).getTime()) / DAY_MS);
  if (days > STILL_NEW_DAYS) return undefined;
  if (days <= 0) return 'New today';
  if (days === 1) return 'New since yesterday';
  // The browser's first date format would take 40 ms, and home shows this at once.
  const day = days < 7 ? WEEKDAYS[found.getDay()] : `${MONTHS[found.getMonth()]} ${found.getDate()}`;
  return `New since ${day}`;
}
