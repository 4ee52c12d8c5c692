import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FailedJob, type JobSettlement, operationEndpoints } from '#contract/endpoints/operations.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import { toastBulkAnswer } from '#web/lib/lists/toast-bulk-answer.ts';
import { toast } from '#web/lib/toast.ts';
import { failedJobsQuery } from './failed-jobs.query.ts';

const DONE: Record<JobSettlement, string> = { retry: 'queued again', discard: 'discarded' };

export function useSettleJobs(settlement: JobSettlement) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (jobs: readonly FailedJob[]) =>
      callApi(operationEndpoints.settleFailedJobs, { body: { ids: jobs.map(({ id }) => id), settlement } }),
    onSuccess: (answer, jobs) =>
      toastBulkAnswer(answer, {
        done: (count) => `${countOf(count, 'job')} ${DONE[settlement]}`,
        nameOf: (id) => jobs.find((job) => job.id === id)?.name ?? 'A job',
      }),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: failedJobsQuery.queryKey }),
  });
}
