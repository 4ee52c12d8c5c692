import type { PhotographerRow } from '#contract/endpoints/reports.ts';
import { csvText } from '#web/lib/csv.ts';
import { type Columns, type Sort, sortRows } from '#web/lib/list-sort.ts';

const NO_NAME = 'Without a name';

export const nameOf = ({ photographer }: Pick<PhotographerRow, 'photographer'>) => photographer ?? NO_NAME;

export type Statement = { name: string; rows: PhotographerRow[]; total: StatementTotal };
type StatementTotal = Pick<
  PhotographerRow,
  'frames' | 'published' | 'sold' | 'views' | 'revenue' | 'refunds' | 'commission'
>;

const SUMMED = ['frames', 'published', 'sold', 'views', 'revenue', 'refunds', 'commission'] as const;

function sumUp(rows: readonly PhotographerRow[]): StatementTotal {
  const sums = SUMMED.map((field) => [field, rows.reduce((sum, row) => sum + row[field], 0)]);
  return Object.fromEntries(sums) as StatementTotal;
}

export const STATEMENT_COLUMNS = {
  commission: { label: 'Commission', of: ({ total }) => total.commission, beginsDown: true },
  revenue: { label: 'Revenue', of: ({ total }) => total.revenue, beginsDown: true },
  frames: { label: 'Frames', of: ({ total }) => total.frames, beginsDown: true },
  name: { label: 'Name', of: ({ name }) => name },
} as const satisfies Columns<Statement, string>;
export const MOST_OWED: Sort<keyof typeof STATEMENT_COLUMNS> = { column: 'commission', isDown: true };

/** What statements can be asked to begin with, as the address has it. */
export const STATEMENT_ORDERS = {
  '-commission': 'Most commission first',
  commission: 'Least commission first',
  '-revenue': 'Most revenue first',
  revenue: 'Least revenue first',
  '-frames': 'Most frames first',
  frames: 'Fewest frames first',
  name: 'By name, A to Z',
  '-name': 'By name, Z to A',
} as const;

export const EVENT_COLUMNS = {
  event: { label: 'Event', of: (row) => `${row.event_date} ${row.event_name}`, beginsDown: true },
  frames: { label: 'Frames', of: (row) => row.frames, beginsDown: true },
  published: { label: 'Published', of: (row) => row.published, beginsDown: true },
  sold: { label: 'Sold', of: (row) => row.sold, beginsDown: true },
  views: { label: 'Views', of: (row) => row.views, beginsDown: true },
  revenue: { label: 'Revenue', of: (row) => row.revenue, beginsDown: true },
  refunds: { label: 'Refunds', of: (row) => row.refunds, beginsDown: true },
  commission: { label: 'Commission', of: (row) => row.commission, beginsDown: true },
} as const satisfies Columns<PhotographerRow, string>;
export type EventColumn = keyof typeof EVENT_COLUMNS;
export const LATEST_EVENT: Sort<EventColumn> = { column: 'event', isDown: true };

export type StatementView = {
  photographer: string | undefined;
  event: number | undefined;
  statements: Sort<keyof typeof STATEMENT_COLUMNS>;
  events: Sort<EventColumn>;
};

/** One statement a photographer, of the events that are shown, in the order that is asked for. */
export function statementsOf(rows: readonly PhotographerRow[], view: StatementView): Statement[] {
  const shown = rows.filter(
    (row) =>
      (view.photographer === undefined || nameOf(row) === view.photographer) &&
      (view.event === undefined || row.event === view.event),
  );
  const statements = [...Map.groupBy(sortRows(shown, EVENT_COLUMNS, view.events), nameOf)]
    .map(([name, own]) => ({ name, rows: own, total: sumUp(own) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return sortRows(statements, STATEMENT_COLUMNS, view.statements);
}

/** What there is to choose from: names, and events by number, the latest first. */
export function choicesOf(rows: readonly PhotographerRow[]) {
  const names = [...new Set(rows.map(nameOf))].sort((a, b) => a.localeCompare(b));
  const events = new Map(sortRows(rows, EVENT_COLUMNS, LATEST_EVENT).map((row) => [row.event, row]));
  return { names, events: [...events.values()] };
}

export function photographersCsv(rows: readonly PhotographerRow[]): string {
  const heads = [
    'photographer',
    'event',
    'date',
    'frames',
    'published',
    'sold',
    'photo sales',
    'album sales',
  ];
  return csvText(
    [...heads, 'views', 'revenue', 'refunds', 'rate %', 'commission'],
    rows.map((row) => [
      nameOf(row),
      row.event_name,
      row.event_date,
      row.frames,
      row.published,
      row.sold,
      row.image_sales,
      row.album_sales,
      row.views,
      row.revenue / 100,
      row.refunds / 100,
      row.commission_rate_basis_points / 100,
      row.commission / 100,
    ]),
  );
}
