import { csvHeading, csvRow } from '#contract/lists/csv.ts';
import type { AnyList, FilterValues, ListColumn, ListFilter, ListSort, RowOf } from '#contract/lists/list.ts';
import { formatCount } from '#web/lib/formats.ts';
import type { ListState } from './use-list-state.ts';

type LocalRows<Row> = ListRows<Row> & { rows: readonly Row[] };

/** Rows that are not described as a list, for a selection among them. */
export function wholeRows<Row>(rows: readonly Row[]) {
  return {
    rows,
    count: rows.length,
    readRange: async (first: number, last: number) => rows.slice(first, last + 1),
  };
}

/** A list that is whole in the browser, filtered and sorted there. `all` is undefined while it loads. */
export function useLocalRows<L extends AnyList>(
  { list, filters, sort }: ListState<L>,
  all: readonly RowOf<L>[] | undefined,
  { error = null, retry = () => undefined }: { error?: Error | null; retry?: () => void } = {},
): LocalRows<RowOf<L>> {
  const rows = sortRows(list, filterRows(list, all ?? [], filters), sort);
  const columns = list.columns as Readonly<Record<string, ListColumn<RowOf<L>>>>;
  return {
    ...wholeRows(rows),
    count: all && rows.length,
    rowAt: (index) => rows[index],
    show: () => undefined,
    readCsv: async () => csvBlob(columns, rows),
    error: all ? null : error,
    retry,
  };
}

export type ListRows<Row> = {
  /** Undefined until the first answer. */
  count: number | undefined;
  /** Undefined while its page is loading. */
  rowAt(index: number): Row | undefined;
  /** Tells which rows are on screen, so that their pages are loaded. */
  show(first: number, last: number): void;
  readRange(first: number, last: number): Promise<Row[]>;
  readCsv(): Promise<Blob>;
  error: Error | null;
  retry(): void;
  /** Set where the list is whole in the browser. */
  rows?: readonly Row[];
};

let collator: Intl.Collator | undefined;

/** The collator is made at first use, because making it takes a tenth of a second on a phone. */
function compareText(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(a, b);
}

/** Empty values come last in either direction. */
function compare(a: string | number | null, b: string | number | null, isDown: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b));
  return isDown ? -order : order;
}

/** Equal rows keep the order they came in. */
export function sortRows<Row, L extends AnyList>(list: L, rows: readonly Row[], sort: ListSort<L>): Row[] {
  const { value, sortValue = value } = list.columns[sort.key] as ListColumn<Row>;
  if (!sortValue) return [...rows];
  return rows.toSorted((a, b) => compare(sortValue(a), sortValue(b), sort.direction === 'desc'));
}

export function filterRows<Row, L extends AnyList>(
  list: L,
  rows: readonly Row[],
  values: FilterValues<L>,
): Row[] {
  const wanted = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return rows.filter((row) =>
    wanted.every(([name, value]) => {
      const { matches } = list.filters[name] as ListFilter<Row>;
      return matches?.(row, value as never) ?? true;
    }),
  );
}

export function csvBlob<Row>(columns: Readonly<Record<string, ListColumn<Row>>>, rows: readonly Row[]): Blob {
  return new Blob([csvHeading(columns), ...rows.map((row) => csvRow(columns, row))], { type: 'text/csv' });
}

type Choice<Row> = {
  options: Readonly<Record<string, string>>;
  matches: (row: Row, value: never) => boolean;
};

/** The options of a choice that some row has, each with the number of rows it shows: "Delayed (12)". */
export function countMatches<Row>({ options, matches }: Choice<Row>, rows: readonly Row[]) {
  const counted = Object.entries(options).flatMap(([value, label]) => {
    const { length } = rows.filter((row) => matches(row, value as never));
    return length > 0 ? [[value, `${label} (${formatCount(length)})`] as const] : [];
  });
  return Object.fromEntries(counted);
}

/** The options of a filter that depends on the rows, each with the number of rows it shows: "mail.send (12)". */
export function countOptions<Row>(
  rows: readonly Row[],
  of: (row: Row) => string,
  labelOf: (value: string) => string = (value) => value,
): Record<string, string> {
  const groups = [...Map.groupBy(rows, of)].map(
    ([value, { length }]) => [value, `${labelOf(value)} (${length})`] as const,
  );
  return Object.fromEntries(groups.toSorted(([, a], [, b]) => a.localeCompare(b)));
}
