// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { eventListEndpoints } from '#contract/endpoints/overview.ts';
import { eventList } from '#contract/lists/albums.ts';
import { defaultSortOf, sortText } from '#contract/lists/list.ts';
import { listKey } from '#web/lib/query-client.ts';
import { type ListState, useServerRows } from './list-rows.ts';

type State = ListState<typeof eventList>;

const sort = defaultSortOf(eventList);
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
const Provider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

function keep(filters: object, rows: { id: number }[]): void {
  const asked = { ...filters, _sort: sortText(sort) };
  queryClient.setQueryData([...listKey(eventList), 'page', asked, 0], { rows, next: null });
  queryClient.setQueryData([...listKey(eventList), 'count', filters], { total: rows.length });
}

test('a list shows its own rows, whatever was loaded with further filters', () => {
  keep({ q: 'finals' }, [{ id: 7 }]);
  keep({ q: 'finals', state: 'archived' }, []);
  keep({ q: 'finals', state: 'over' }, [{ id: 9 }]);
  const state = { list: eventList, filters: { q: 'finals' }, sort } as unknown as State;
  const { result } = renderHook(() => useServerRows(state, eventListEndpoints), { wrapper: Provider });
  expect(result.current.count).toBe(1);
  expect(result.current.rowAt(0)).toMatchObject({ id: 7 });
});
