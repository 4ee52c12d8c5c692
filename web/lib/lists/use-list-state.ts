import {
  type AnyList,
  defaultSortOf,
  type FilterValues,
  type ListSort,
  type SortKey,
  sortText,
} from '#contract/lists/list.ts';
import { useNavigate, useSearch } from '#web/lib/navigation.tsx';
import { addressName, nextSort, readListSearch } from './list-search.ts';

export type ListState<L extends AnyList> = ReturnType<typeof useListState<L>>;

/** The filters and the order of a list, kept in the address. `scope` holds filters that the page sets. */
export function useListState<L extends AnyList>(list: L, scope: FilterValues<L> = {}) {
  const navigate = useNavigate();
  const { filters, sort = defaultSortOf(list) } = readListSearch(list, useSearch());
  const go = (changes: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    });
  const setFilters = (values: FilterValues<L>) =>
    go(
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [addressName(list, name), value || undefined]),
      ),
    );
  const setSort = (next: ListSort<L>) => {
    const text = sortText(next);
    go({ [addressName(list, 'sort')]: text === list.defaultSort ? undefined : text });
  };
  return {
    list,
    filters: { ...filters, ...scope },
    scope,
    isFiltered: Object.keys(filters).some((name) => !Object.hasOwn(scope, name)),
    sort,
    setFilters,
    clearFilters: () => {
      const own = Object.keys(list.filters).filter((name) => !Object.hasOwn(scope, name));
      setFilters(Object.fromEntries(own.map((name) => [name, undefined])) as FilterValues<L>);
    },
    setSort,
    sortBy: (key: SortKey<L>) => setSort(nextSort(list, sort, key)),
  };
}
