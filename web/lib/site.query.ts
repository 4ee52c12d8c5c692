import { queryOptions } from '@tanstack/react-query';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import { callApi } from './api.ts';

/** Asked once a page load, without insisting: everything works without it. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => callApi(siteEndpoints.getSite, { signal, retry: false }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
