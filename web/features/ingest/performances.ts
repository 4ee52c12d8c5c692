// The lines of a running order: which are shown and in what order, both kept in the address, and as a file to import.

import { hasEveryKeyword, splitKeywords } from '#contract/rules/keyword-filter.ts';
import { csvText } from '#web/lib/csv.ts';
import { type Columns, type Sort, sortRows } from '#web/lib/list-sort.ts';
import { wallClockAtEvent } from './event-time.ts';
import type { Performance } from './ingest.types.ts';
import { CSV_HEADS } from './running-order.ts';

const MINUTE_MS = 60_000;

/** How much later than announced; negative when it comes earlier. */
export function minutesLate({ planned_at, announced_at }: Performance): number {
  if (planned_at === null || announced_at === null) return 0;
  return Math.round((Date.parse(planned_at) - Date.parse(announced_at)) / MINUTE_MS);
}

export const SHOWN = {
  no_photos: { label: 'No photos', matches: ({ images_count }: Performance) => images_count === 0 },
  unpublished: { label: 'Not published', matches: ({ published_at }: Performance) => published_at === null },
  delayed: { label: 'Delayed', matches: (performance: Performance) => minutesLate(performance) > 0 },
} as const;
export type Shown = keyof typeof SHOWN;

export function readShown(text: string | undefined): Shown | undefined {
  return text !== undefined && Object.hasOwn(SHOWN, text) ? (text as Shown) : undefined;
}

export type Column = 'order' | 'album' | 'division' | 'planned' | 'late' | 'photos';

export const COLUMNS: Columns<Performance, Column> = {
  order: { label: 'Order', of: (one) => one.performance_order },
  album: { label: 'Album', of: (one) => `${one.program_name} ${one.team_name}` },
  division: { label: 'Division', of: (one) => one.division_name },
  planned: {
    label: 'Planned',
    of: (one) => (one.planned_at === null ? Number.POSITIVE_INFINITY : Date.parse(one.planned_at)),
  },
  late: { label: 'Delay', of: minutesLate, beginsDown: true },
  photos: { label: 'Photos', of: (one) => one.images_count, beginsDown: true },
};
export const ORDER_OF_DAY: Sort<Column> = { column: 'order', isDown: false };

export type PerformanceFilter = { text: string; shown: Shown | undefined; sort: Sort<Column> };

export function findPerformances(
  performances: readonly Performance[],
  { text, shown, sort }: PerformanceFilter,
): Performance[] {
  const keywords = splitKeywords(text);
  const found = performances.filter(
    (one) => (!shown || SHOWN[shown].matches(one)) && hasEveryKeyword(haystackOf(one), keywords),
  );
  return sortRows(found, COLUMNS, sort);
}

function haystackOf({ performance_order, program_name, team_name, division_name }: Performance): string {
  return [`#${performance_order}`, program_name, team_name, division_name].join('\n').toLowerCase();
}

/** In the format that the import reads: what was not changed meanwhile is unchanged to it. */
export function runningOrderCsv(performances: readonly Performance[], timeZone: string): string {
  return csvText(
    CSV_HEADS,
    performances.map((one) => [
      one.performance_order,
      one.program_name,
      one.team_name,
      one.division_name,
      one.planned_at === null ? '' : wallClockAtEvent(one.planned_at, timeZone),
    ]),
  );
}
