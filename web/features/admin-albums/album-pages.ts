// The list is read in pages, and only those on screen: how many rows there are follows from what is known so far.

export const PAGE_SIZE = 100;

export type KnownPages = ReadonlyMap<number, number>;

export type RowCount = { rows: number; isExact: boolean };

/** `sizes` are the lengths of the pages read; `expected` is how many there are, once that is known. */
export function countRows(sizes: KnownPages, expected: number | undefined, limit: number): RowCount {
  const ends = [...sizes]
    .filter(([, size]) => size < PAGE_SIZE)
    .map(([page, size]) => page * PAGE_SIZE + size);
  if (ends.length > 0) return { rows: Math.min(...ends, limit), isExact: true };
  const read = sizes.size === 0 ? 0 : (Math.max(...sizes.keys()) + 1) * PAGE_SIZE;
  const promised = expected ?? 0;
  if (read >= limit) return { rows: limit, isExact: true };
  // A full page may be the last one: one more row asks for the next.
  const rows = promised > read ? promised : read + 1;
  return { rows: Math.min(rows, limit), isExact: promised > read };
}

export function pagesOf(firstRow: number, lastRow: number): number[] {
  const first = Math.floor(Math.max(0, firstRow) / PAGE_SIZE);
  const last = Math.floor(Math.max(0, lastRow) / PAGE_SIZE);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
