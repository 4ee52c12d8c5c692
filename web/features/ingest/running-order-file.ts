import { csvLine } from '#contract/lists/csv.ts';
import { MAX_SHEET_COLUMNS } from '#contract/rules/running-order.ts';

export const TEMPLATE_CSV = [
  'performance_order,program,team,division,planned_time',
  '1,Northshore Elite,Royals,Senior L4 Medium,9:00 AM',
  '2,Cascade Athletics,Blackout,Junior L2 Small,9:06 AM',
  '',
].join('\r\n');

export const MAX_CSV_LENGTH = 200_000;

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
    if (total > MAX_UNPACKED_BYTES)
      throw new WorkbookError('This workbook is too large. Save only the sheet you need.');
    return true;
  };
}

function toCsv(rows: readonly Cell[][]): string {
  let csv = '';
  for (const row of rows) {
    csv += csvLine(row.slice(0, MAX_SHEET_COLUMNS).map(textOf));
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
