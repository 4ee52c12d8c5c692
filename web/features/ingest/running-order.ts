import { csvLine } from '#contract/lists/csv.ts';
import type { RunningOrder } from './ingest.query.ts';

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

/** A running order of 5,000 performances takes about 300 KB. */
const MAX_WORKBOOK_BYTES = 1_000_000;
const MAX_UNPACKED_BYTES = 20_000_000;
const MAX_COLUMNS = 40;

/** The sentence is shown to staff. */
export class WorkbookError extends Error {}

type Cell = string | number | boolean | Date | null;

export function isWorkbook(file: File): boolean {
  return /\.(xlsx|xlsm|xls)$/i.test(file.name) || file.type.includes('spreadsheet');
}

/** Turns the first sheet into the CSV that the import takes, so that both formats follow the same rules. */
export async function readWorkbook(file: Blob): Promise<string> {
  if (file.size > MAX_WORKBOOK_BYTES) throw new WorkbookError('This file is too large. The limit is 1 MB.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [{ unzipSync, zipSync }, { readSheet }] = await Promise.all([
    import('fflate'),
    import('read-excel-file/universal'),
  ]);
  let rows: Cell[][];
  try {
    const parts = unzipSync(bytes, { filter: withinLimit() });
    // Stored parts are read in this thread: the site forbids the workers that unpack large compressed ones.
    const stored = zipSync(parts, { level: 0 });
    rows = (await readSheet(new Blob([new Uint8Array(stored)]))) as Cell[][];
  } catch (error) {
    if (error instanceof WorkbookError) throw error;
    throw new WorkbookError('This file is not a workbook we can read. Save it as .xlsx or .csv.');
  }
  return toCsv(rows);
}

/** A small file can hold gigabytes, so the sizes are checked before anything is unpacked. */
function withinLimit() {
  let total = 0;
  return ({ originalSize }: { originalSize: number }) => {
    total += originalSize;
    if (total > MAX_UNPACKED_BYTES) throw new WorkbookError('This workbook holds too much. Keep one sheet.');
    return true;
  };
}

function toCsv(rows: readonly Cell[][]): string {
  let csv = '';
  for (const row of rows) {
    csv += csvLine(row.slice(0, MAX_COLUMNS).map(textOf));
    if (csv.length > MAX_CSV_LENGTH) break;
  }
  return csv;
}

const ONE_SECOND = 1000;
const MIDNIGHT = 'T00:00:00';

/** Excel keeps a time of day as a part of its first day in 1899 or 1904, and every time without a time zone. */
function textOf(cell: Cell): string {
  if (!(cell instanceof Date)) return String(cell ?? '').replaceAll(/\s+/g, ' ');
  const moment = new Date(Math.round(cell.getTime() / ONE_SECOND) * ONE_SECOND);
  if (Number.isNaN(moment.getTime())) return '';
  const text = moment.toISOString().slice(0, 19);
  if (moment.getUTCFullYear() < 1905) return text.slice(11);
  return text.endsWith(MIDNIGHT) ? text.slice(0, 10) : text;
}
