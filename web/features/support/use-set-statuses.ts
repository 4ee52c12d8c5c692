import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import { queryClient } from '#web/lib/query-client.ts';

export type Status = 'open' | 'closed';
type Change = { conversations: number[]; status: Status };

const OTHER: Record<Status, Status> = { open: 'closed', closed: 'open' };
const DONE: Record<Status, string> = { open: 'opened again', closed: 'closed' };
const SO_ALREADY: Record<Status, string> = { open: 'Already open', closed: 'Already closed' };

const reload = () => queryClient.invalidateQueries({ queryKey: ['support'] });

/** Closes conversations or opens them again; the way back is for those that this changed, not for a colleague's. */
export function useSetStatuses() {
  const undo = useMutation({
    mutationFn: (change: Change) => callApi(supportEndpoints.setStatuses, { body: change }),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: reload,
  });
  return useMutation({
    mutationFn: (change: Change) => callApi(supportEndpoints.setStatuses, { body: change }),
    onSuccess: async ({ changed }, { status }) => {
      await reload();
      if (changed.length === 0) return toast(SO_ALREADY[status]);
      const words = changed.length === 1 ? 'Conversation' : countOf(changed.length, 'conversation');
      return toast(`${words} ${DONE[status]}`, {
        action: {
          label: 'Undo',
          onClick: () => undo.mutate({ conversations: changed, status: OTHER[status] }),
        },
      });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}
