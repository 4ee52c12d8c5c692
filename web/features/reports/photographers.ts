import type { PhotographerRow } from '#contract/endpoints/reports.ts';
import { csvText } from '#web/lib/csv.ts';

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

/** One statement a photographer, those with most money first. */
export function statementsOf(rows: readonly PhotographerRow[]): Statement[] {
  return [...Map.groupBy(rows, nameOf)]
    .map(([name, own]) => ({ name, rows: own, total: sumUp(own) }))
    .sort((a, b) => b.total.commission - a.total.commission || a.name.localeCompare(b.name));
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
