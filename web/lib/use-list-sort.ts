import { useNavigate } from '@tanstack/react-router';
import { changeSearch } from './change-search.ts';
import { type Columns, nextSort, readSort, type Sort, sortText } from './list-sort.ts';
import { useSearchText } from './use-path-params.ts';

/** The order of a list, in the address under `name`; the usual one leaves no trace there. */
export function useListSort<Row, Name extends string>(
  columns: Columns<Row, Name>,
  usual: Sort<Name>,
  name = 'sort',
) {
  const navigate = useNavigate();
  const sort = readSort(columns, useSearchText(name), usual);
  const sortAs = (text: string | undefined) => {
    const search = changeSearch({ [name]: text === sortText(usual) ? undefined : text });
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  };
  return {
    sort,
    /** By a text as in the address: for a select, where there are no heads to press. */
    sortAs,
    sortBy: (column: Name) => sortAs(sortText(nextSort(columns, sort, column))),
  };
}
