import type { Event } from '#contract/entities/album.ts';
import { compareIso } from '#web/lib/compare-iso.ts';

export type MonthOfEvents = { month: string; events: Event[] };

/** Returns the newest month first; `month` is its first day. */
function groupByMonth(newestFirst: readonly Event[]): MonthOfEvents[] {
  const months = Map.groupBy(newestFirst, (event) => `${event.start_date.slice(0, 7)}-01`);
  return [...months].map(([month, ofMonth]) => ({ month, events: ofMonth }));
}

/** Splits off the events after `today`, the next one first, because they have no photos yet. */
export function arrangeEvents(
  events: readonly Event[],
  today: string,
): { months: MonthOfEvents[]; upcoming: Event[] } {
  const newestFirst = events.toSorted((a, b) => compareIso(b.start_date, a.start_date));
  const isUpcoming = (event: Event) => event.start_date > today;
  return {
    months: groupByMonth(newestFirst.filter((event) => !isUpcoming(event))),
    upcoming: newestFirst.filter(isUpcoming).toReversed(),
  };
}
