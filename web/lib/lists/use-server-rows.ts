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
import { type AnyList, type BulkAnswer, LIST_PAGE_SIZE, type RowOf, sortText } from '#contract/lists/list.ts';
import { callApi } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { listKey } from '../staff-list-key.ts';
import type { ListState } from './use-list-state.ts';
import type { ListRows } from './use-local-rows.ts';

type Page<Row> = { rows: Row[]; next: string | null };
type ListCall = EndpointShape & { query: z.ZodObject };
type ListCalls = { page: ListCall; count: ListCall; csv: ListCall };

/** A list that the server pages. Only the pages on screen are loaded; those seen before stay in the cache. */
export function useServerRows<L extends AnyList, Totals = object>(
  { list, filters, sort }: ListState<L>,
  calls: ListCalls,
  /** How often a list that others change is read again. */
  { refetchMs = false }: { refetchMs?: number | false } = {},
): ListRows<RowOf<L>> & { totals: (Totals & { total: number }) | undefined } {
  type Row = RowOf<L>;
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

/** Says how many rows a bulk action changed, and why the first of the others was refused. */
export function toastBulkAnswer<Id>({ done, refused }: BulkAnswer<Id>, words: BulkWords<Id>): void {
  if (done.length > 0) toast(words.done(done.length));
  const [first] = refused;
  if (!first) return;
  const others = refused.length > 1 ? ` ${refused.length - 1} more were refused.` : '';
  toast.error(`${words.nameOf(first.id)}: ${first.reason}${others}`);
}
