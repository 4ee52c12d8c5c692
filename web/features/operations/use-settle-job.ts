import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { operationEndpoints } from '#contract/endpoints/operations.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { failedJobsQuery } from './failed-jobs.query.ts';

type Settlement = 'retry' | 'discard';

const ENDPOINTS = {
  retry: operationEndpoints.retryFailedJob,
  discard: operationEndpoints.discardFailedJob,
} as const;

const DONE: Record<Settlement, string> = { retry: 'Queued again', discard: 'Discarded' };

/** Takes a job off the list of failed ones, one way or the other. */
export function useSettleJob(settlement: Settlement) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(ENDPOINTS[settlement], { params: { id } }),
    onSuccess: (_done, id) => {
      queryClient.setQueryData(failedJobsQuery.queryKey, (jobs) => jobs?.filter((job) => job.id !== id));
      toast(DONE[settlement]);
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: failedJobsQuery.queryKey }),
  });
}
