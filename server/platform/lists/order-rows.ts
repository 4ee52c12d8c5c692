type Parameters = { _sort?: string | undefined; _start: number; _limit: number };

/** Applies the parameters of `listParameters`. Without `_sort`, rows keep the order in which the call returns them. */
export function orderRows<Row extends object>(
  rows: readonly Row[],
  { _sort, _start, _limit }: Parameters,
): Row[] {
  const [key = '', direction = ''] = _sort?.split(':') ?? [];
  const sign = direction.toLowerCase() === 'desc' ? -1 : 1;
  const fieldOf = (row: Row) => (row as Record<string, unknown>)[key];
  const ordered = _sort ? rows.toSorted((a, b) => sign * compare(fieldOf(a), fieldOf(b))) : rows;
  return ordered.slice(_start, _start + _limit);
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''), 'en-US');
}
