import type { Event } from '#contract/entities/album.ts';

export type MonthOfEvents = { month: string; events: Event[] };

/** Returns the newest month first; `month` is its first day. */
export function groupByMonth(events: readonly Event[]): MonthOfEvents[] {
  const newestFirst = events.toSorted((a, b) => b.start_date.localeCompare(a.start_date));
  const months = Map.groupBy(newestFirst, (event) => `${event.start_date.slice(0, 7)}-01`);
  return [...months].map(([month, ofMonth]) => ({ month, events: ofMonth }));
}
