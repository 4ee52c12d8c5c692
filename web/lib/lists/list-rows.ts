import {
  hashKey,
  keepPreviousData,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { EndpointShape } from '#contract/endpoint.ts';
import { csvHeading, csvRow } from '#contract/lists/csv.ts';
import {
  type AnyList,
  type BulkAnswer,
  defaultSortOf,
  type FilterValues,
  LIST_PAGE_SIZE,
  type ListColumn,
  type ListFilter,
  type ListSort,
  type RowOf,
  type SortKey,
  sortText,
} from '#contract/lists/list.ts';
import { callApi } from '#web/lib/api.ts';
import { formatCount } from '#web/lib/formats.ts';
import { useNavigate, useSearch } from '#web/lib/navigation.tsx';
import { listKey } from '#web/lib/query-client.ts';
import { toast } from '#web/lib/toast.ts';
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
  const isOwn = (name: string) => !Object.hasOwn(scope, name);
  const set = Object.entries(filters).filter(([name]) => isOwn(name));
  const order = sortText(sort);
  const fields = order === list.defaultSort ? set : [...set, ['sort', order]];
  return {
    list,
    filters: { ...filters, ...scope },
    scope,
    isFiltered: set.length > 0,
    sort,
    setFilters,
    clearFilters: () => {
      const own = Object.keys(list.filters).filter(isOwn);
      setFilters(Object.fromEntries(own.map((name) => [name, undefined])) as FilterValues<L>);
    },
    setSort,
    sortBy: (key: SortKey<L>) => setSort(nextSort(list, sort, key)),
    /** Filters and order as a saved view keeps them; empty while nothing is set. */
    search: String(new URLSearchParams(fields.map(([name, value]) => [String(name), String(value)]))),
    showSearch: (text: string) => {
      const names = [...Object.keys(list.filters), 'sort'].filter(isOwn);
      const wanted = new URLSearchParams(text);
      go(Object.fromEntries(names.map((name) => [addressName(list, name), wanted.get(name) ?? undefined])));
    },
  };
}

/** The name of a list for screen readers: `user-orders` is read as "User orders". */
export function listLabel({ name }: { name: string }): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type LocalRows<L extends AnyList> = ListRows<L> & { rows: readonly RowOf<L>[] };

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
  state: ListState<L>,
  all: readonly RowOf<L>[] | undefined,
  { error = null, retry = () => undefined }: { error?: Error | null; retry?: () => void } = {},
): LocalRows<L> {
  const { list, filters, sort } = state;
  const rows = sortRows(list, filterRows(list, all ?? [], filters), sort);
  const columns = list.columns as Readonly<Record<string, ListColumn<RowOf<L>>>>;
  return {
    ...wholeRows(rows),
    state,
    count: all && rows.length,
    rowAt: (index) => rows[index],
    show: () => undefined,
    readCsv: async () => csvBlob(columns, rows),
    error: all ? null : error,
    retry,
  };
}

export type ListRows<L extends AnyList> = {
  /** Which filters and order of the list the rows have. */
  state: ListState<L>;
  /** Undefined until the first answer. */
  count: number | undefined;
  /** Undefined while its page is loading. */
  rowAt(index: number): RowOf<L> | undefined;
  /** Tells which rows are on screen, so that their pages are loaded. */
  show(first: number, last: number): void;
  readRange(first: number, last: number): Promise<RowOf<L>[]>;
  readCsv(): Promise<Blob>;
  error: Error | null;
  retry(): void;
  /** Set where the list is whole in the browser. */
  rows?: readonly RowOf<L>[];
};

let collator: Intl.Collator | undefined;

/** The collator is made at first use, because making it takes a tenth of a second on a phone. */
function compareText(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(a, b);
}

/** Empty values come last in either direction. */
function compare(a: string | number | null, b: string | number | null, isDown: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b));
  return isDown ? -order : order;
}

/** Equal rows keep the order they came in. */
export function sortRows<Row, L extends AnyList>(list: L, rows: readonly Row[], sort: ListSort<L>): Row[] {
  const { value, cents, sortValue = cents ?? value } = list.columns[sort.key] as ListColumn<Row>;
  if (!sortValue) return [...rows];
  return rows.toSorted((a, b) => compare(sortValue(a), sortValue(b), sort.direction === 'desc'));
}

export function filterRows<Row, L extends AnyList>(
  list: L,
  rows: readonly Row[],
  values: FilterValues<L>,
): Row[] {
  const wanted = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return rows.filter((row) =>
    wanted.every(([name, value]) => {
      const { matches } = list.filters[name] as ListFilter<Row>;
      return matches?.(row, value as never) ?? true;
    }),
  );
}

export function csvBlob<Row>(columns: Readonly<Record<string, ListColumn<Row>>>, rows: readonly Row[]): Blob {
  return new Blob([csvHeading(columns), ...rows.map((row) => csvRow(columns, row))], { type: 'text/csv' });
}

type Choice<Row> = {
  options: Readonly<Record<string, string>>;
  matches: (row: Row, value: never) => boolean;
};

/** The options of a choice that some row has, each with the number of rows it shows: "Delayed (12)". */
export function countMatches<Row>({ options, matches }: Choice<Row>, rows: readonly Row[]) {
  const counted = Object.entries(options).flatMap(([value, label]) => {
    const { length } = rows.filter((row) => matches(row, value as never));
    return length > 0 ? [[value, `${label} (${formatCount(length)})`] as const] : [];
  });
  return Object.fromEntries(counted);
}

/** The options of a filter that depends on the rows, each with the number of rows it shows: "mail.send (12)". */
export function countOptions<Row>(
  rows: readonly Row[],
  of: (row: Row) => string,
  labelOf: (value: string) => string = (value) => value,
): Record<string, string> {
  const groups = [...Map.groupBy(rows, of)].map(
    ([value, { length }]) => [value, `${labelOf(value)} (${length})`] as const,
  );
  return Object.fromEntries(groups.toSorted(([, a], [, b]) => a.localeCompare(b)));
}

type Page<Row> = { rows: Row[]; next: string | null };
type ListCall = EndpointShape & { query: z.ZodObject };
type ListCalls = { page: ListCall; count: ListCall; csv: ListCall };

/** A list that the server pages. Only the pages on screen are loaded; those seen before stay in the cache. */
export function useServerRows<L extends AnyList, Totals = object>(
  state: ListState<L>,
  calls: ListCalls,
  { refetchMs = false }: { refetchMs?: number | false } = {},
): ListRows<L> & { totals: (Totals & { total: number }) | undefined } {
  type Row = RowOf<L>;
  const { list, filters, sort } = state;
  const queryClient = useQueryClient();
  const [visible, setVisible] = useState({ first: 0, last: 0 });
  const asked = { ...filters, _sort: sortText(sort) };
  const pagesKey = [...listKey(list), 'page', asked];
  const placeOf = (page: number) => {
    const before = queryClient.getQueryData<Page<Row>>([...pagesKey, page - 1]);
    return before?.next ? { after: before.next } : { _start: page * LIST_PAGE_SIZE };
  };
  const pageQuery = (page: number) =>
    queryOptions({
      queryKey: [...pagesKey, page],
      queryFn: ({ signal }) => call<Page<Row>>(calls.page, { ...asked, ...placeOf(page) }, signal),
      refetchInterval: refetchMs,
    });
  const count = useQuery({
    queryKey: [...listKey(list), 'count', filters],
    queryFn: ({ signal }) => call<Totals & { total: number }>(calls.count, filters, signal),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  });
  const wanted = [...new Set([0, ...pagesBetween(visible.first, visible.last)])];
  const answers = useQueries({ queries: wanted.map(pageQuery) });
  const hash = hashKey(pagesKey);
  const known = new Map(
    queryClient
      // Without the predicate, pages of the same list with further filters would be found too.
      .getQueriesData<Page<Row>>({
        queryKey: pagesKey,
        predicate: ({ queryKey }) => hashKey(queryKey.slice(0, -1)) === hash,
      })
      .flatMap(([key, page]) => (page ? [[Number(key.at(-1)), page.rows] as const] : [])),
  );
  const first = answers[0];
  const failed = answers.find(({ error, data }) => error && !data) ?? (count.data ? undefined : count);
  return {
    state,
    totals: count.isPlaceholderData ? undefined : count.data,
    count: count.data?.total ?? (first?.data && first.data.rows.length + (first.data.next ? 1 : 0)),
    rowAt: (index) => known.get(pageOf(index))?.[index % LIST_PAGE_SIZE],
    show: (firstRow, lastRow) => {
      if (firstRow !== visible.first || lastRow !== visible.last)
        setVisible({ first: firstRow, last: lastRow });
    },
    readRange: async (from, to) => {
      const rows: Row[] = [];
      for (const page of pagesBetween(from, to))
        rows.push(...(await queryClient.ensureQueryData(pageQuery(page))).rows);
      const offset = pageOf(from) * LIST_PAGE_SIZE;
      return rows.slice(from - offset, to - offset + 1);
    },
    readCsv: () => call<Blob>(calls.csv, asked),
    error: failed?.error ?? null,
    retry: () => {
      if (count.error) void count.refetch();
      for (const answer of answers) if (answer.error) void answer.refetch();
    },
  };
}

const pageOf = (row: number) => Math.floor(Math.max(0, row) / LIST_PAGE_SIZE);

function pagesBetween(firstRow: number, lastRow: number): number[] {
  const first = pageOf(firstRow);
  return Array.from({ length: pageOf(lastRow) - first + 1 }, (_, index) => first + index);
}

async function call<Answer>(endpoint: ListCall, query: object, signal?: AbortSignal): Promise<Answer> {
  return (await callApi(endpoint, { query: { ...query }, signal })) as Answer;
}

type BulkWords<Id> = { done: (count: number) => string; nameOf: (id: Id) => string };

/** Reports how many rows a bulk action changed, and why the first of the others was refused. */
export function toastBulkAnswer<Id>({ done, refused }: BulkAnswer<Id>, words: BulkWords<Id>): void {
  if (done.length > 0) toast(words.done(done.length));
  const [first] = refused;
  if (!first) return;
  const others = refused.length > 1 ? ` ${refused.length - 1} more were refused.` : '';
  toast.error(`${words.nameOf(first.id)}: ${first.reason}${others}`);
}
