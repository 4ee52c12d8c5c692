import { useNavigate, useSearch } from '#web/lib/navigation.tsx';
import type { SearchOf, SearchShape } from './search-shape.ts';

type ChangeOptions = {
  /** Adds an entry to the browser's history, so that Back undoes the change. */
  push?: boolean;
};

/** The part of the address that a schema of search-params.ts describes, and the way to change it. */
export function useSearchState<Schema extends SearchShape>(schema: Schema) {
  type Changes = Partial<SearchOf<Schema>>;
  const navigate = useNavigate();
  const raw = useSearch();
  const search = schema.parse(raw) as SearchOf<Schema>;
  return {
    search,
    /** For the `search` of a link to the same page. */
    changed: (changes: Changes) => (before: object) => ({ ...before, ...changes }),
    change: (changes: Changes, { push = false }: ChangeOptions = {}) =>
      navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...changes }),
        replace: !push,
        resetScroll: false,
      }),
  };
}

/** The `search` of a link to another page. */
export function searchFor<Schema extends SearchShape>(_schema: Schema, values: Partial<SearchOf<Schema>>) {
  return values;
}
