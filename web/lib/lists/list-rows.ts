import type { AnyList, FilterValues, ListColumn, ListFilter, ListSort } from '#contract/lists/list.ts';

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
