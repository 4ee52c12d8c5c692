import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import {
  type FailedJob,
  type JobSettlement,
  MAX_JOBS_AT_ONCE,
  operationEndpoints,
} from '#contract/endpoints/operations.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import { failedJobsQuery } from './failed-jobs.query.ts';

const DONE: Record<JobSettlement, string> = { retry: 'queued again', discard: 'discarded' };

/** Takes jobs off the list of failed ones, one way or the other, as many at a time as a call takes. */
export function useSettleJobs(settlement: JobSettlement) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (jobs: readonly FailedJob[]) => {
      const refused: { id: string; reason: string }[] = [];
      let settled = 0;
      for (let from = 0; from < jobs.length; from += MAX_JOBS_AT_ONCE) {
        const ids = jobs.slice(from, from + MAX_JOBS_AT_ONCE).map(({ id }) => id);
        const answer = await callApi(operationEndpoints.settleFailedJobs, { body: { ids, settlement } });
        const gone = new Set(answer.settled);
        queryClient.setQueryData(failedJobsQuery.queryKey, (known) =>
          known?.filter(({ id }) => !gone.has(id)),
        );
        settled += gone.size;
        refused.push(...answer.refused);
      }
      return { settled, refused };
    },
    onSuccess: ({ settled, refused }, jobs) => {
      if (settled > 0) toast(`${countOf(settled, 'job')} ${DONE[settlement]}`);
      const [first] = refused;
      if (!first) return;
      const name = jobs.find(({ id }) => id === first.id)?.name ?? 'A job';
      const others = refused.length > 1 ? ` And ${refused.length - 1} more.` : '';
      toast.error(`${countOf(refused.length, 'job')} left`, {
        description: `${name}: ${first.reason}${others}`,
      });
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: failedJobsQuery.queryKey }),
  });
}
