import type { RunningOrder } from './ingest.types.ts';

type Row = RunningOrder['rows'][number];

export type PreviewLine = { line: number; row: Row | undefined; raw: string; errors: string[] };

export const TEMPLATE_CSV = [
  'performance_order,program,team,division,planned_time',
  '1,Northshore Elite,Royals,Senior L4 Medium,09:00',
  '2,Cascade Athletics,Blackout,Junior L2 Small,09:06',
  '',
].join('\r\n');

export const MAX_CSV_LENGTH = 200_000;

export function mergeLines({ rows, errors }: RunningOrder, csv: string): PreviewLine[] {
  const raw = csv.split(/\r\n|\r|\n/);
  const byLine = new Map<number, PreviewLine>();
  const at = (line: number) => {
    const known = byLine.get(line) ?? { line, row: undefined, raw: raw[line - 1] ?? '', errors: [] };
    byLine.set(line, known);
    return known;
  };
  for (const row of rows) at(row.line).row = row;
  for (const { line, message } of errors) at(line).errors.push(message);
  return [...byLine.values()].toSorted((a, b) => a.line - b.line);
}

export function countChanges({ rows }: RunningOrder): number {
  return rows.filter(({ action }) => action !== 'unchanged').length;
}

/** Spreadsheets on Windows still write windows-1252, whose accents are lost when it is read as UTF-8. */
export async function readCsvFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
