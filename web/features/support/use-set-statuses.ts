import { useMutation } from '@tanstack/react-query';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import { toast } from '#web/lib/toast.ts';
import { refreshInbox } from './inbox.query.ts';

export type Status = 'open' | 'closed';
type Change = { conversations: number[]; status: Status };

const OTHER: Record<Status, Status> = { open: 'closed', closed: 'open' };
const DONE: Record<Status, string> = { open: 'reopened', closed: 'closed' };

/** Undo affects only the conversations that this call changed, not those that a colleague changed before. */
export function useSetStatuses() {
  const undo = useMutation({
    mutationFn: (change: Change) => callApi(supportEndpoints.setStatuses, { body: change }),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: refreshInbox,
  });
  return useMutation({
    mutationFn: (change: Change) => callApi(supportEndpoints.setStatuses, { body: change }),
    onSuccess: async ({ done, refused }, { status }) => {
      await refreshInbox();
      if (done.length === 0) return toast(refused[0]?.reason);
      const words = done.length === 1 ? 'Conversation' : countOf(done.length, 'conversation');
      return toast(`${words} ${DONE[status]}`, {
        action: {
          label: 'Undo',
          onClick: () => undo.mutate({ conversations: done, status: OTHER[status] }),
        },
      });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}
