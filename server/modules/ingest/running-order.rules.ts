// Reads a running order from CSV with one line per performance, lenient about headings and strict about the rest.
import { parse } from 'csv-parse/sync';
import { momentOfWallClock } from './read-camera-notes.ts';

export type RunningOrderRow = {
  line: number;
  performanceOrder: number;
  programName: string;
  teamName: string;
  divisionName: string;
  /** May be missing for an album that has no planned time. */
  plannedAt: Date | null;
};
export type RowError = { line: number; message: string };
type EventDay = { startDate: string; timeZone: string };

export const MAX_ROWS = 5_000;
const MAX_NAME_LENGTH = 120;
const MAX_ORDER = 100_000;

const HEADINGS = {
  performanceOrder: [
    'performance_order',
    'order',
    'performance',
    'perf_order',
    'number',
    'no',
    'nr',
    'running_order',
  ],
  program: ['program', 'program_name', 'programme', 'gym', 'school', 'club'],
  team: ['team', 'team_name'],
  division: ['division', 'division_name', 'category'],
  plannedTime: ['planned_time', 'planned_at', 'planned', 'time', 'start', 'start_time', 'performance_time'],
} as const;
type Column = keyof typeof HEADINGS;
const OPTIONAL: ReadonlySet<Column> = new Set(['division']);

type Line = { record: string[]; info: { lines: number } };

export function readRunningOrder(
  csv: string,
  day: EventDay,
): { rows: RunningOrderRow[]; errors: RowError[] } {
  const lines = splitLines(csv);
  if ('message' in lines) return { rows: [], errors: [lines] };
  const [head, ...body] = lines;
  if (!head) return { rows: [], errors: [{ line: 1, message: 'The file is empty.' }] };
  const columns = findColumns(head.record);
  const missing = (Object.keys(HEADINGS) as Column[]).filter((c) => !OPTIONAL.has(c) && !columns.has(c));
  if (missing.length > 0) {
    const names = missing.map((column) => HEADINGS[column][0]).join(', ');
    return { rows: [], errors: [{ line: head.info.lines, message: `These columns are missing: ${names}.` }] };
  }
  if (body.length > MAX_ROWS) {
    const message = `The file has ${body.length} rows, but at most ${MAX_ROWS} can be imported at once.`;
    return { rows: [], errors: [{ line: head.info.lines, message }] };
  }
  return readRows(body, columns, day);
}

function splitLines(csv: string): Line[] | RowError {
  const firstLine = csv.slice(0, csv.search(/[\r\n]|$/));
  const delimiter = [',', ';', '\t'].reduce((best, candidate) =>
    firstLine.split(candidate).length > firstLine.split(best).length ? candidate : best,
  );
  try {
    return parse(csv, {
      bom: true,
      delimiter,
      trim: true,
      info: true,
      skip_records_with_empty_values: true,
      relax_column_count: true,
    }) as unknown as Line[];
  } catch (error) {
    const line = (error as { lines?: number }).lines ?? 1;
    return { line, message: 'The quotation marks in this line do not match.' };
  }
}

function findColumns(head: string[]): Map<Column, number> {
  const names = head.map((name) =>
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, ''),
  );
  const columns = new Map<Column, number>();
  for (const [column, synonyms] of Object.entries(HEADINGS) as [Column, readonly string[]][]) {
    const synonym = synonyms.find((name) => names.includes(name));
    if (synonym) columns.set(column, names.indexOf(synonym));
  }
  return columns;
}

function readRows(body: Line[], columns: ReadonlyMap<Column, number>, day: EventDay) {
  const rows: RunningOrderRow[] = [];
  const errors: RowError[] = [];
  const lineOfOrder = new Map<number, number>();
  for (const { record, info } of body) {
    const line = info.lines;
    const read = readRow(line, (column) => unguard(record[columns.get(column) ?? -1] ?? ''), day);
    const problems = Array.isArray(read) ? read : [];
    if (!Array.isArray(read)) {
      const earlier = lineOfOrder.get(read.performanceOrder);
      if (earlier === undefined) rows.push(read);
      else problems.push(`Order ${read.performanceOrder} is already used in line ${earlier}.`);
      lineOfOrder.set(read.performanceOrder, earlier ?? line);
    }
    errors.push(...problems.map((message) => ({ line, message })));
  }
  return { rows, errors };
}

/** Removes the apostrophe that our CSV export puts before text that looks like a formula. */
function unguard(text: string): string {
  return text.replace(/^'(?='*[=+\-@])/, '');
}

function readRow(line: number, field: (column: Column) => string, day: EventDay): RunningOrderRow | string[] {
  const problems: string[] = [];
  const performanceOrder = /^\d{1,6}$/.test(field('performanceOrder'))
    ? Number(field('performanceOrder'))
    : -1;
  if (performanceOrder < 0 || performanceOrder > MAX_ORDER) {
    problems.push(`"${field('performanceOrder')}" is not an order number.`);
  }
  for (const column of ['program', 'team'] as const)
    if (!field(column)) problems.push(`The ${column} is missing.`);
  for (const column of ['program', 'team', 'division'] as const) {
    if (field(column).length > MAX_NAME_LENGTH)
      problems.push(`The ${column} is longer than ${MAX_NAME_LENGTH} letters.`);
  }
  const plannedAt = field('plannedTime') === '' ? null : readPlannedTime(field('plannedTime'), day);
  if (plannedAt === undefined)
    problems.push(`"${field('plannedTime')}" is not a time like 14:05, 2:05 pm or 2026-11-14T14:05Z.`);
  if (problems.length > 0 || plannedAt === undefined) return problems;
  return {
    line,
    performanceOrder,
    programName: field('program'),
    teamName: field('team'),
    divisionName: field('division'),
    plannedAt,
  };
}

const TIME_OF_DAY = /^(\d{1,2})[:.](\d{2})(?::(\d{2}))?\s*([ap])?\.?(?:m\.?)?$/i;
const DATE_AND_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/;

/** A time without a date is on the event's first day, and without an offset in the event's time zone. */
export function readPlannedTime(text: string, { startDate, timeZone }: EventDay): Date | undefined {
  const full = DATE_AND_TIME.exec(text);
  if (full) return toMoment(`${full[1]}T${full[2]}`, full[3], timeZone);
  const [, hours = '', minutes = '', seconds = '00', half] = TIME_OF_DAY.exec(text) ?? [];
  const hour = half ? hourOfHalfDay(Number(hours), half) : Number(hours);
  if (hours === '' || hour === undefined) return undefined;
  return toMoment(`${startDate}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}`, undefined, timeZone);
}

function hourOfHalfDay(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function toMoment(wallClock: string, offset: string | undefined, timeZone: string): Date | undefined {
  const moment = new Date(`${wallClock}${offset ?? 'Z'}`);
  if (Number.isNaN(moment.getTime()) || !wallClock.startsWith(dayOf(wallClock))) return undefined;
  return offset ? moment : momentOfWallClock(moment.getTime(), timeZone);
}

/** Detects dates like February 31, which JavaScript reads as March 3. */
function dayOf(wallClock: string): string {
  return new Date(`${wallClock}Z`).toISOString().slice(0, 10);
}
