import { parse } from 'csv-parse/sync';
import { type NewTaxRate, newTaxRate } from '#contract/endpoints/tax.ts';
import { readRate } from '#contract/rules/tax.ts';

// Reads the rates that staff import, and says of every line what is wrong with it.

const COLUMNS = ['country', 'state', 'goods', 'name', 'rate_percent', 'from', 'to'] as const;

export type LineProblem = { line: number; message: string };
type Read = { rates: { line: number; rate: NewTaxRate }[]; problems: LineProblem[] };
type Row = { record: Record<string, string>; info: { lines: number } };

const FIELD_OF: Record<string, string> = {
  kind: 'goods',
  rate_millionths: 'rate_percent',
  from_day: 'from',
  to_day: 'to',
};

export function readRatesCsv(text: string): Read {
  let rows: Row[];
  try {
    rows = parse(text, {
      bom: true,
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as Row[];
  } catch (error) {
    const line = (error as { lines?: number }).lines ?? 1;
    return {
      rates: [],
      problems: [{ line, message: 'This is not a line of a CSV file. Check its quotes.' }],
    };
  }
  const read: Read = { rates: [], problems: [] };
  const missing = COLUMNS.filter((name) => name !== 'to' && rows[0] && !(name in rows[0].record));
  if (rows.length === 0)
    return { rates: [], problems: [{ line: 1, message: 'There are no rates below the header.' }] };
  if (missing.length > 0)
    return { rates: [], problems: [{ line: 1, message: `The header lacks ${missing.join(', ')}` }] };
  const seen = new Map<string, number>();
  for (const { record, info } of rows) {
    const { lines: line } = info;
    const rate = {
      country: record.country?.toUpperCase() ?? '',
      state: record.state?.toUpperCase() ?? '',
      kind: record.goods?.toLowerCase(),
      name: record.name ?? '',
      rate_millionths: readRate(record.rate_percent ?? ''),
      from_day: record.from,
      to_day: record.to || null,
    };
    const parsed = newTaxRate.safeParse(rate);
    if (!parsed.success) {
      read.problems.push(...parsed.error.issues.map((issue) => ({ line, message: explain(issue) })));
      continue;
    }
    const key = [rate.country, rate.state, rate.kind, rate.name, rate.from_day].join('|');
    const earlier = seen.get(key);
    if (earlier !== undefined)
      read.problems.push({ line, message: `This is the same rate as line ${earlier}` });
    seen.set(key, line);
    read.rates.push({ line, rate: parsed.data });
  }
  return read;
}

const HINTS: Record<string, string> = {
  goods: 'digital, print or shipping',
  rate_percent: 'a percentage from 0 to 30 with up to four decimals, like 7.875',
  from: 'a day, like 2026-01-31',
  to: 'a day, like 2026-12-31, or nothing',
};

function explain({ path, message }: { path: PropertyKey[]; message: string }): string {
  const field = String(path[0] ?? '');
  const column = FIELD_OF[field] ?? field;
  const isOrder = message.startsWith('The last day');
  return `${column}: ${isOrder ? message : HINTS[column] ? `enter ${HINTS[column]}` : message}`;
}
