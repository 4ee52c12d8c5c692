import { useNavigate } from '@tanstack/react-router';
import { changeSearch } from '#web/lib/change-search.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';
import { NEWEST, ROW_COLUMNS, ROWS_SEARCH, readRowsFilter } from './rows-view.ts';

type Change = Partial<Record<(typeof ROWS_SEARCH)[number], string | undefined>>;

export const NO_ROWS_SEARCH: Change = Object.fromEntries(ROWS_SEARCH.map((name) => [name, undefined]));

/** Filter and order of the rows; both live in the address. */
export function useRowsView() {
  const navigate = useNavigate();
  const filter = readRowsFilter({
    kind: useSearchText('kind'),
    product: useSearchText('product'),
    pool: useSearchText('pool'),
    face: useSearchText('face'),
    coupon: useSearchText('coupon'),
    q: useSearchText('q'),
  });
  const sort = useSearchText('sort');
  const show = (change: Change) =>
    void navigate({ to: '.', search: changeSearch(change), replace: true, resetScroll: false });
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    show,
    showAll: () => show({ ...NO_ROWS_SEARCH, sort }),
    ...useListSort(ROW_COLUMNS, NEWEST),
  };
}

export type RowsView = ReturnType<typeof useRowsView>;
