import { queryOptions } from '@tanstack/react-query';
import { operationEndpoints } from '#contract/endpoints/operations.ts';
import { callApi } from '#web/lib/api.ts';

export const failedJobsQuery = queryOptions({
  queryKey: ['jobs', 'failed'],
  queryFn: ({ signal }) => callApi(operationEndpoints.failedJobs, { signal }),
  refetchOnWindowFocus: true,
});
