import type { PhotographerRow } from '#contract/endpoints/reports.ts';
import {
  photographerName,
  STATEMENT_FIGURES,
  type Statement,
} from '#contract/lists/photographer-statements.ts';
import { formatDate } from '#web/lib/formats.ts';

function sumUp(rows: readonly PhotographerRow[]): Statement['total'] {
  const sums = STATEMENT_FIGURES.map((figure) => [figure, rows.reduce((sum, row) => sum + row[figure], 0)]);
  return Object.fromEntries(sums) as Statement['total'];
}

/** One statement per photographer, by name; its rows keep their order. */
export function groupStatements(rows: readonly PhotographerRow[]): Statement[] {
  return [...Map.groupBy(rows, photographerName)]
    .map(([name, own]) => ({ name, rows: own, total: sumUp(own) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The latest events come first. */
export function statementOptions(rows: readonly PhotographerRow[]) {
  const names = [...new Set(rows.map(photographerName))].sort((a, b) => a.localeCompare(b));
  const latestFirst = rows.toSorted((a, b) => b.event_date.localeCompare(a.event_date));
  const events = new Map(
    latestFirst.map(({ event, event_name, event_date }) => [
      String(event),
      `${event_name}, ${formatDate(event_date)}`,
    ]),
  );
  return { photographer: names.map((name) => [name, name] as const), event: [...events] };
}
