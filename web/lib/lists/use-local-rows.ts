import type { AnyList, ListColumn, RowOf } from '#contract/lists/list.ts';
import { csvBlob } from './csv-blob.ts';
import { filterRows, type ListRows, sortRows } from './list-rows.ts';
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
