import { csvHeading, csvRow } from '#contract/lists/csv.ts';
import type { ListColumn } from '#contract/lists/list.ts';

export function csvBlob<Row>(columns: Readonly<Record<string, ListColumn<Row>>>, rows: readonly Row[]): Blob {
  return new Blob([csvHeading(columns), ...rows.map((row) => csvRow(columns, row))], { type: 'text/csv' });
}
