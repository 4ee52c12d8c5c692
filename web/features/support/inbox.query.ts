import { queryOptions } from '@tanstack/react-query';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { inboxList } from '#contract/lists/inbox.ts';
import { callApi } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { listKey } from '#web/lib/staff-list-key.ts';

/** Live events refresh sooner; polling covers a connection that broke unnoticed. */
export const INBOX_REFETCH_MS = 30_000;

export async function refreshInbox(): Promise<void> {
  await Promise.all(
    [['support'], listKey(inboxList)].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

export const conversationQuery = (id: number) =>
  queryOptions({
    queryKey: ['support', 'conversation', id],
    queryFn: ({ signal }) => callApi(supportEndpoints.getConversation, { params: { id }, signal }),
    staleTime: 5_000,
    refetchInterval: INBOX_REFETCH_MS,
  });
