import type { Event } from '#contract/entities/album.ts';

export type MonthOfEvents = { month: string; events: Event[] };

/** Newest month first, newest event first within it; `month` is the first of the month. */
export function groupByMonth(events: readonly Event[]): MonthOfEvents[] {
  const newestFirst = events.toSorted((a, b) => b.start_date.localeCompare(a.start_date));
  const months = Map.groupBy(newestFirst, (event) => `${event.start_date.slice(0, 7)}-01`);
  return [...months].map(([month, ofMonth]) => ({ month, events: ofMonth }));
}
