import { queryOptions } from '@tanstack/react-query';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { callApi } from '#web/lib/api.ts';

export const linkFactsQuery = (loginToken: string) =>
  queryOptions({
    queryKey: ['link-facts', loginToken],
    queryFn: ({ signal }) => callApi(enteringEndpoints.lookAtLink, { body: { loginToken }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
