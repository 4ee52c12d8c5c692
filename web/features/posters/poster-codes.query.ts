import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { posterEndpoints } from '#contract/endpoints/posters.ts';
import { callApi } from '#web/lib/api.ts';

export type PosterCodes = ResponseOf<typeof posterEndpoints.listPosterCodes>;

export const posterCodesQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['poster-codes', eventId],
    queryFn: ({ signal }) => callApi(posterEndpoints.listPosterCodes, { params: { id: eventId }, signal }),
  });
