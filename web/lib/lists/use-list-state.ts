import {
  type AnyList,
  defaultSortOf,
  type FilterValues,
  type ListSort,
  parseSort,
  type SortKey,
  sortText,
} from '#contract/lists/list.ts';
import { useNavigate, useSearch } from '#web/lib/navigation.tsx';
import { type SearchField, type SearchShape, searchShape } from '#web/lib/search-params.ts';

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

const addressName = ({ prefix = '' }: AnyList, name: string) => `${prefix}${name}`;

/** The search parameters of a list: its filters and its order, each under the list's prefix. */
export function listSearch(list: AnyList): SearchShape {
  const fields = Object.entries(list.filters).map(([name, { schema }]): [string, SearchField] => [
    addressName(list, name),
    (given) => (given === undefined ? undefined : schema().safeParse(given).data),
  ]);
  const readSort: SearchField = (given) =>
    typeof given === 'string' && parseSort(list, given) ? given : undefined;
  return searchShape({ ...Object.fromEntries(fields), [addressName(list, 'sort')]: readSort });
}

export function readListSearch<L extends AnyList>(list: L, search: object) {
  const parsed = listSearch(list).parse(search) as Record<string, unknown>;
  const filters = Object.fromEntries(
    Object.keys(list.filters).flatMap((name) => {
      const value = parsed[addressName(list, name)];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  ) as FilterValues<L>;
  const sort = parseSort(list, parsed[addressName(list, 'sort')] as string | undefined) as
    | ListSort<L>
    | undefined;
  return { filters, sort };
}

/** The same column reverses the order; another one begins in its own direction. */
export function nextSort<L extends AnyList>(list: L, sort: ListSort<L>, key: SortKey<L>): ListSort<L> {
  const reversed = sort.direction === 'asc' ? 'desc' : 'asc';
  return { key, direction: sort.key === key ? reversed : (list.columns[key]?.sort ?? 'asc') };
}

/** The name of a list for screen readers: `user-orders` is read as "User orders". */
export function listLabel({ name }: { name: string }): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
