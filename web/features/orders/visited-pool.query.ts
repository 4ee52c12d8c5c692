import { queryOptions } from '@tanstack/react-query';
import { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { callApi } from '#web/lib/api.ts';

export const visitedPoolQuery = (key: string) =>
  queryOptions({
    queryKey: ['visited-pool', key],
    queryFn: ({ signal }) => callApi(arrivingEndpoints.visitPool, { params: { key }, signal }),
    staleTime: 10_000,
    refetchOnWindowFocus: true,
    retry: false,
  });
