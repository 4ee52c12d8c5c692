import type { ResponseOf } from '#contract/endpoint.ts';
import { posterEndpoints } from '#contract/endpoints/posters.ts';
import { apiQuery } from '#web/lib/api.ts';

export type PosterCodes = ResponseOf<typeof posterEndpoints.listPosterCodes>;

export const posterCodesQuery = (eventId: number) =>
  apiQuery(['poster-codes', eventId], posterEndpoints.listPosterCodes, { params: { id: eventId } });
