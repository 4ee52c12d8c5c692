import { useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';

type ChangeOptions = {
  /** Adds an entry to the browser's history, so that Back undoes the change. */
  push?: boolean;
};

/** The part of the address that a schema of search-params.ts describes, and the way to change it. */
export function useSearchState<Schema extends z.ZodObject>(schema: Schema) {
  type Changes = Partial<z.output<Schema>>;
  const navigate = useNavigate();
  const raw = useSearch({ strict: false }) as object;
  const search = schema.parse(raw) as z.output<Schema>;
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
export function searchFor<Schema extends z.ZodObject>(_schema: Schema, values: Partial<z.output<Schema>>) {
  return values;
}
