import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { INBOX_PAGE, type InboxSort, supportEndpoints } from '#contract/endpoints/support.ts';
import { callApi } from '#web/lib/api.ts';

/** Live news come first; this is for lines that broke unnoticed. */
const REFETCH_MS = 30_000;

export type InboxFilter = { status: 'open' | 'closed'; bugs: boolean; text: string; sort: InboxSort };

export const INBOX = ['support', 'inbox'] as const;

const wireFilter = ({ status, bugs, text, sort }: InboxFilter) => ({
  status,
  sort,
  ...(bugs ? { bugs: 'true' as const } : {}),
  ...(text ? { q: text } : {}),
});

/** A page at a time; a conversation that moves while one scrolls may be on two of them. */
export const inboxQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...INBOX, filter],
    queryFn: ({ signal, pageParam }) =>
      callApi(supportEndpoints.listInbox, {
        query: { ...wireFilter(filter), start: pageParam, limit: INBOX_PAGE },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < INBOX_PAGE ? undefined : pages.length * INBOX_PAGE),
    select: ({ pages }) => [...new Map(pages.flat().map((row) => [row.id, row])).values()],
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: REFETCH_MS,
  });

export const exportInbox = (filter: InboxFilter) =>
  callApi(supportEndpoints.exportInbox, { body: wireFilter(filter) });

export const conversationQuery = (id: number) =>
  queryOptions({
    queryKey: ['support', 'conversation', id],
    queryFn: ({ signal }) => callApi(supportEndpoints.getConversation, { params: { id }, signal }),
    staleTime: 5_000,
    refetchInterval: REFETCH_MS,
  });

export const waitingQuery = queryOptions({
  queryKey: ['support', 'waiting'],
  queryFn: ({ signal }) => callApi(supportEndpoints.countInbox, { signal }),
  staleTime: 5_000,
  refetchInterval: 2 * REFETCH_MS,
});
