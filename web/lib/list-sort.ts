// How a list is sorted, by columns that say what of a row counts; kept in the address as "net" or "-net".

/** A column that `beginsDown` starts with the most of it. */
export type Column<Row> = { label: string; of: (row: Row) => string | number; beginsDown?: boolean };
export type Columns<Row, Name extends string> = Readonly<Record<Name, Column<Row>>>;
export type Sort<Name extends string> = { column: Name; isDown: boolean };

export function readSort<Name extends string>(
  columns: Readonly<Record<Name, unknown>>,
  text: string | undefined,
  fallback: Sort<Name>,
): Sort<Name> {
  const name = (text ?? '').replace(/^-/, '');
  if (!Object.hasOwn(columns, name)) return fallback;
  return { column: name as Name, isDown: text?.startsWith('-') ?? false };
}

export function sortText({ column, isDown }: Sort<string>): string {
  return `${isDown ? '-' : ''}${column}`;
}

/** The other way round in the same column; another one as it begins. */
export function nextSort<Row, Name extends string>(
  columns: Columns<Row, Name>,
  sort: Sort<Name>,
  column: Name,
): Sort<Name> {
  const isDown = sort.column === column ? !sort.isDown : (columns[column].beginsDown ?? false);
  return { column, isDown };
}

/** Equals stay as they came. */
export function sortRows<Row, Name extends string>(
  rows: readonly Row[],
  columns: Columns<Row, Name>,
  { column, isDown }: Sort<Name>,
): Row[] {
  const { of } = columns[column];
  return rows.toSorted((a, b) => (isDown ? compare(of(b), of(a)) : compare(of(a), of(b))));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
}
