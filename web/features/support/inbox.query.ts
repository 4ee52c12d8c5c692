import { queryOptions } from '@tanstack/react-query';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { callApi } from '#web/lib/api.ts';

/** Live news come first; this is for lines that broke unnoticed. */
const REFETCH_MS = 30_000;

export type InboxFilter = { status: 'open' | 'closed' | 'all'; bugs: boolean };

export const INBOX = ['support', 'inbox'] as const;

export const inboxQuery = ({ status, bugs }: InboxFilter) =>
  queryOptions({
    queryKey: [...INBOX, status, bugs],
    queryFn: ({ signal }) =>
      callApi(supportEndpoints.listInbox, { query: { status, ...(bugs ? { bugs: 'true' } : {}) }, signal }),
    staleTime: 5_000,
    refetchInterval: REFETCH_MS,
  });

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
