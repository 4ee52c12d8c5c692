// Reads a running order from CSV with one line per performance, lenient about headings and strict about the rest.
import { parse } from 'csv-parse/sync';
import {
  MAX_SHEET_COLUMNS,
  REQUIRED_FIELDS,
  RUNNING_ORDER_FIELDS,
  RUNNING_ORDER_LABELS,
  type RunningOrderField,
  type SheetColumns,
} from '#contract/rules/running-order.ts';
import {
  type EventDay,
  inTheAfternoon,
  isNearEvent,
  isTwelveHourSheet,
  readDay,
  readPlannedTime,
} from './planned-time.rules.ts';
import { guessColumns, noColumns, normalizeHeading, type RememberedColumns } from './sheet-columns.rules.ts';

export type RunningOrderRow = {
  line: number;
  performanceOrder: number;
  programName: string;
  teamName: string;
  divisionName: string;
  /** May be missing for an album that has no planned time. */
  plannedAt: Date | null;
  /** Undefined if no column of the sheet names stages. */
  stage: string | undefined;
};
export type RowError = { line: number; field: RunningOrderField | null; message: string };
export type Sheet = {
  headings: string[];
  columns: SheetColumns;
  lines: { line: number; cells: string[] }[];
};
type Line = Sheet['lines'][number];
type Cells = (field: RunningOrderField) => string;

export const MAX_ROWS = 5_000;
const MAX_NAME_LENGTH = 120;
const MAX_STAGE_LENGTH = 60;
const MAX_ORDER = 100_000;
/** Titles and addresses often stand above the headings. */
const MAX_LINES_ABOVE = 15;
const SAMPLE_LINES = 30;

type ReadOptions = { columns?: Partial<SheetColumns> | undefined; remembered?: RememberedColumns };

export function readRunningOrder(
  csv: string,
  day: EventDay,
  { columns: chosen, remembered = new Map() }: ReadOptions = {},
): { rows: RunningOrderRow[]; errors: RowError[]; sheet: Sheet } {
  const lines = splitLines(csv);
  const sheet: Sheet = { headings: [], columns: noColumns(), lines: [] };
  const refuse = (line: number, message: string) => ({
    rows: [],
    errors: [{ line, field: null, message }],
    sheet,
  });
  if ('message' in lines) return refuse(lines.line, lines.message);
  const at = findHead(lines, remembered);
  const head = lines[at];
  if (!head) return refuse(1, 'The file is empty.');
  const body = lines.slice(at + 1);
  sheet.headings = head.cells;
  sheet.columns = chosen
    ? { ...noColumns(), ...chosen }
    : guessColumns(head.cells, samplesOf(body), remembered);
  if (body.length > MAX_ROWS) {
    const message = `The file has ${body.length} rows, but at most ${MAX_ROWS} can be imported at once.`;
    return refuse(head.line, message);
  }
  sheet.lines = body;
  const missing = REQUIRED_FIELDS.filter((field) => sheet.columns[field] === null);
  if (missing.length > 0) {
    const names = missing.map((field) => RUNNING_ORDER_LABELS[field].toLowerCase()).join(', ');
    return refuse(head.line, `Choose the columns for: ${names}.`);
  }
  return { ...readRows(sheet, day), sheet };
}

export const listHeadings = (csv: string): string[] => {
  const lines = splitLines(csv);
  if ('message' in lines) return [];
  return [...new Set(lines.slice(0, MAX_LINES_ABOVE).flatMap(({ cells }) => cells.map(normalizeHeading)))];
};

function splitLines(csv: string): Line[] | { line: number; message: string } {
  const firstLines = csv.split(/\r\n|\r|\n/, MAX_LINES_ABOVE).join('\n');
  const delimiter = [',', ';', '\t'].reduce((best, candidate) =>
    firstLines.split(candidate).length > firstLines.split(best).length ? candidate : best,
  );
  try {
    const records = parse(csv, {
      bom: true,
      delimiter,
      trim: true,
      info: true,
      skip_records_with_empty_values: true,
      relax_column_count: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({
      line: info.lines,
      cells: record.slice(0, MAX_SHEET_COLUMNS).map(unguard),
    }));
  } catch (error) {
    const line = (error as { lines?: number }).lines ?? 1;
    return { line, message: 'The quotation marks in this line do not match.' };
  }
}

/** Removes the apostrophe that our CSV export puts before text that looks like a formula. */
function unguard(text: string): string {
  return text.replace(/^'(?='*[=+\-@＝＋－＠])/, '');
}

const samplesOf = (body: readonly Line[]) => body.slice(0, SAMPLE_LINES).map(({ cells }) => cells);

/** The headings are the line that names most columns; if none is known, the first that is about as full as the others. */
function findHead(lines: readonly Line[], remembered: RememberedColumns): number {
  const first = lines.slice(0, MAX_LINES_ABOVE);
  const known = first.map(({ cells }) => {
    const columns = guessColumns(cells, [], remembered);
    return RUNNING_ORDER_FIELDS.filter((field) => columns[field] !== null).length;
  });
  const most = Math.max(...known);
  if (most > 1) return known.indexOf(most);
  const filled = first.map(({ cells }) => cells.filter(Boolean).length);
  return filled.findIndex((count) => count * 2 > Math.max(...filled));
}

function readRows({ lines, columns }: Sheet, day: EventDay) {
  const rows: RunningOrderRow[] = [];
  const errors: RowError[] = [];
  const lineOfKey = new Map<string, number>();
  const cellsOf =
    ({ cells }: Line): Cells =>
    (field) =>
      cells[columns[field] ?? -1]?.replaceAll(/\s+/g, ' ') ?? '';
  const isTwelveHour = isTwelveHourSheet(lines.map((line) => cellsOf(line)('planned_time')));
  for (const each of lines) {
    const { line } = each;
    const complain = (field: RunningOrderField | null, message: string) =>
      errors.push({ line, field, message });
    const row = readRow(line, cellsOf(each), {
      day,
      isTwelveHour,
      hasStages: columns.stage !== null,
      complain,
    });
    if (!row) continue;
    const key = performanceKey(row);
    const earlier = lineOfKey.get(key);
    lineOfKey.set(key, earlier ?? line);
    if (earlier === undefined) rows.push(row);
    else {
      const onStage = row.stage ? ` on ${row.stage}` : '';
      complain(
        'performance_order',
        `Performance ${row.performanceOrder}${onStage} is already used in line ${earlier}.`,
      );
    }
  }
  return { rows, errors };
}

/** Order numbers may restart on each stage. */
export function performanceKey(row: { performanceOrder: number; stage?: string | undefined }): string {
  return [stageKey(row.stage ?? ''), row.performanceOrder].filter((part) => part !== '').join('-');
}

export const stageKey = (stage: string) => normalizeHeading(stage).replaceAll('_', '-');

type Reading = {
  day: EventDay;
  isTwelveHour: boolean;
  hasStages: boolean;
  complain: (field: RunningOrderField | null, message: string) => void;
};

function readRow(line: number, cells: Cells, { day, isTwelveHour, hasStages, complain }: Reading) {
  let isGood = true;
  const refuse = (field: RunningOrderField | null, message: string) => {
    isGood = false;
    complain(field, message);
  };
  const [order, programName, teamName] = [cells('performance_order'), cells('program'), cells('team')];
  if (!order && (!programName || !teamName)) {
    refuse(null, 'No performance number and no team. If this is a break, leave it out.');
    return undefined;
  }
  const performanceOrder = Number(/^(?:#|no\.?)? ?(\d{1,6})(?:\.0*)?$/i.exec(order)?.[1] ?? -1);
  if (performanceOrder < 0 || performanceOrder > MAX_ORDER)
    refuse(
      'performance_order',
      order ? `“${order}” is not a performance number.` : 'The performance number is missing.',
    );
  const divisionName = withLevel(cells('division'), cells('level'));
  for (const [field, name] of [
    ['program', programName],
    ['team', teamName],
    ['division', divisionName],
  ] as const) {
    if (!name && field !== 'division') refuse(field, `The ${field} is missing.`);
    if (name.length > MAX_NAME_LENGTH)
      refuse(field, `The ${field} is longer than ${MAX_NAME_LENGTH} letters.`);
  }
  if (cells('stage').length > MAX_STAGE_LENGTH)
    refuse('stage', `The stage is longer than ${MAX_STAGE_LENGTH} letters.`);
  const startDate = cells('day') ? readDay(cells('day'), day) : day.startDate;
  if (!startDate) refuse('day', `"${cells('day')}" is not a day of this event.`);
  const time = isTwelveHour ? inTheAfternoon(cells('planned_time')) : cells('planned_time');
  const plannedAt = time ? readPlannedTime(time, { ...day, startDate: startDate ?? day.startDate }) : null;
  if (plannedAt === undefined)
    refuse(
      'planned_time',
      `"${cells('planned_time')}" is not a time like 2:05 pm, 14:05 or 2026-11-14T14:05Z.`,
    );
  else if (plannedAt && !isNearEvent(plannedAt.getTime(), day))
    refuse('planned_time', `"${cells('planned_time')}" is far from the days of the event.`);
  if (!isGood || plannedAt === undefined) return undefined;
  const stage = hasStages ? cells('stage') : undefined;
  return { line, performanceOrder, programName, teamName, divisionName, plannedAt, stage };
}

/** "Senior Medium" and "4" become "Senior Medium L4"; "4" alone becomes "Level 4". */
function withLevel(division: string, level: string): string {
  const name = /^\d$/.test(level) ? `${division ? 'L' : 'Level '}${level}` : level;
  return division.toLowerCase().includes(name.toLowerCase()) ? division : `${division} ${name}`.trim();
}
