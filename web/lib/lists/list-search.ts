import {
  type AnyList,
  type FilterValues,
  type ListSort,
  parseSort,
  type SortKey,
} from '#contract/lists/list.ts';
import { type SearchField, type SearchShape, searchShape } from '#web/lib/search-params.ts';

export const addressName = ({ prefix = '' }: AnyList, name: string) => `${prefix}${name}`;

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

/** Choosing the same column again reverses the order; another column starts in its own direction. */
export function nextSort<L extends AnyList>(list: L, sort: ListSort<L>, key: SortKey<L>): ListSort<L> {
  const reversed = sort.direction === 'asc' ? 'desc' : 'asc';
  return { key, direction: sort.key === key ? reversed : (list.columns[key]?.sort ?? 'asc') };
}
