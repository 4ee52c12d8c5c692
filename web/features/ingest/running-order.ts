import { csvLine } from '#contract/lists/csv.ts';
import type { RunningOrderField } from '#contract/rules/running-order.ts';
import { wallClockAtEvent } from './event-time.ts';
import type { RunningOrder } from './ingest.query.ts';

export type Sheet = RunningOrder['sheet'];
export type SheetRow = RunningOrder['rows'][number];

export type PreviewLine = Sheet['lines'][number] & {
  row: SheetRow | undefined;
  errors: { field: RunningOrderField | null; message: string }[];
};

export function mergeLines({ rows, errors }: RunningOrder, { lines }: Sheet): PreviewLine[] {
  const rowAt = new Map(rows.map((row) => [row.line, row]));
  const errorsAt = Map.groupBy(errors, ({ line }) => line);
  return lines.map((each) => ({
    ...each,
    row: rowAt.get(each.line),
    errors: errorsAt.get(each.line) ?? [],
  }));
}

export function countChanges({ rows }: RunningOrder): number {
  return rows.filter(({ action }) => action !== 'unchanged').length;
}

/** Problems of the sheet as a whole. */
export function sheetProblems({ errors, sheet }: RunningOrder): string[] {
  const lines = new Set(sheet.lines.map(({ line }) => line));
  return errors.flatMap(({ line, message }) => (lines.has(line) ? [] : [message]));
}

/** Each line stays where it was in the file, so that its number holds. */
export function writeSheet({ headings, lines }: Sheet): string {
  let csv = csvLine(headings);
  let at = 2;
  for (const { line, cells } of lines) {
    csv += '\r\n'.repeat(Math.max(0, line - at)) + csvLine(cells.map((cell) => cell.replaceAll(/\s+/g, ' ')));
    at = line + 1;
  }
  return csv;
}

export function changeCell(
  sheet: Sheet,
  { line, field, text }: { line: number; field: RunningOrderField; text: string },
): Sheet {
  const column = sheet.columns[field];
  if (column === null) return sheet;
  const lines = sheet.lines.map((each) => {
    if (each.line !== line) return each;
    const cells = Array.from(
      { length: Math.max(each.cells.length, column + 1) },
      (_, at) => each.cells[at] ?? '',
    );
    return { line, cells: cells.with(column, text) };
  });
  return { ...sheet, lines };
}

export function cellOf(sheet: Sheet, cells: readonly string[], field: RunningOrderField): string {
  return cells[sheet.columns[field] ?? -1] ?? '';
}

/** Lines that can be imported as soon as somebody says when the team performs. */
export function findMissingTimes(lines: readonly PreviewLine[], sheet: Sheet): PreviewLine[] {
  return lines.filter(
    ({ errors, cells }) =>
      errors.length > 0 &&
      errors.every(({ field }) => field === 'planned_time') &&
      cellOf(sheet, cells, 'planned_time') === '',
  );
}

type Neighbors = { before: SheetRow | undefined; after: SheetRow | undefined };
type TimedRow = SheetRow & { planned_at: string };

const USUAL_GAP_MS = 3 * 60_000;

/** The performances before and after a line on its stage, and the time in the middle. */
export function suggestTime(
  lines: readonly PreviewLine[],
  { line, stage, timeZone }: { line: number; stage: string; timeZone: string },
): Neighbors & { date: string | undefined; time: string } {
  const timed = lines.flatMap(({ row }) =>
    row && row.planned_at !== null && row.stage === stage ? [row as TimedRow] : [],
  );
  const before = timed.findLast((row) => row.line < line);
  const after = timed.find((row) => row.line > line);
  const [from, to] = [before, after].map((row) => row && Date.parse(row.planned_at));
  const middleMs =
    from !== undefined && to !== undefined && to > from
      ? (from + to) / 2
      : from !== undefined
        ? from + USUAL_GAP_MS
        : (to ?? 0) - USUAL_GAP_MS;
  const [date, time = ''] = before || after ? wallClock(middleMs, timeZone) : [];
  return { before, after, date, time };
}

function wallClock(ms: number, timeZone: string): [date: string, time: string] {
  const text = wallClockAtEvent(new Date(Math.floor(ms / 60_000) * 60_000).toISOString(), timeZone) ?? '';
  return [text.slice(0, 10), text.slice(11, 16)];
}

/** "13:05" of a time field becomes "1:05 PM", which means the same in every sheet. */
export function twelveHours(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}
