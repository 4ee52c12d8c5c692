import { useMutation, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { inboxList } from '#contract/lists/inbox.ts';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/formats.ts';
import { listKey, queryClient } from '#web/lib/query-client.ts';
import { toast } from '#web/lib/toast.ts';
import { deliver, type Outgoing } from './my-conversation.ts';

/** Live events refresh sooner; polling covers a connection that broke unnoticed. */
export const INBOX_REFETCH_MS = 30_000;

export async function refreshInbox(): Promise<void> {
  await Promise.all(
    [['support'], listKey(inboxList)].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

export const conversationQuery = (id: number) =>
  apiQuery(['support', 'conversation', id], supportEndpoints.getConversation, {
    params: { id },
    staleTime: 5_000,
    refetchInterval: INBOX_REFETCH_MS,
  });

export const sendAnswer = (conversation: number, { key, text, attachments, ...message }: Outgoing) =>
  deliver({ ...message, key, text, attachments, conversation }, async () => {
    await callApi(supportEndpoints.answerConversation, {
      params: { id: conversation },
      body: { text, key, attachments: attachments.map(({ id }) => id) },
    });
    await refreshInbox();
  });

const deskQuery = apiQuery(['support', 'desk'], supportEndpoints.getDesk, {
  staleTime: 60_000,
});
const NO_DESK: ResponseOf<typeof supportEndpoints.getDesk> = { staff: [], tags: [], replies: [] };

/** Colleagues, tags and canned replies; empty until they are there. */
export const useDesk = () => useQuery(deskQuery).data ?? NO_DESK;

export function useAssign() {
  return useMutation({
    mutationFn: (body: { conversations: number[]; assignee: number | null }) =>
      callApi(supportEndpoints.assignConversations, { body }),
    onSuccess: async ({ done, refused }, { assignee }) => {
      await refreshInbox();
      const [first] = refused;
      const words = `${countOf(done.length, 'conversation')} ${assignee === null ? 'assigned to nobody' : 'assigned'}`;
      toast(done.length === 0 && first ? first.reason : words);
    },
    onError: toast.failure,
  });
}

export function useChangeTags(id: number) {
  return useMutation({
    mutationFn: (body: { add: string[] } | { remove: string[] }) =>
      callApi(supportEndpoints.changeTags, { params: { id }, body }),
    onSuccess: refreshInbox,
    onError: toast.failure,
  });
}

export type Status = 'open' | 'closed';
type Change = { conversations: number[]; status: Status };

const OTHER: Record<Status, Status> = { open: 'closed', closed: 'open' };
const DONE: Record<Status, string> = { open: 'reopened', closed: 'closed' };

/** Undo affects only the conversations that this call changed, not those that a colleague changed before. */
export function useSetStatuses() {
  const undo = useMutation({
    mutationFn: (change: Change) => callApi(supportEndpoints.setStatuses, { body: change }),
    onError: toast.failure,
    onSettled: refreshInbox,
  });
  return useMutation({
    mutationFn: (change: Change) => callApi(supportEndpoints.setStatuses, { body: change }),
    onSuccess: async ({ done, refused }, { status }) => {
      await refreshInbox();
      if (done.length === 0) return toast(refused[0]?.reason);
      const words = done.length === 1 ? 'Conversation' : countOf(done.length, 'conversation');
      const change = { conversations: done, status: OTHER[status] };
      return toast.undo(`${words} ${DONE[status]}`, () => undo.mutate(change));
    },
    onError: toast.failure,
  });
}
