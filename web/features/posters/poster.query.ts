import { keepPreviousData } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { posterEndpoints } from '#contract/endpoints/posters.ts';
import { apiQuery } from '#web/lib/api.ts';

/** Picking a team changes the code; the page keeps showing the event meanwhile. */
export const posterQuery = (code: string) =>
  apiQuery(['poster', code], posterEndpoints.getPoster, {
    params: { code },
    placeholderData: keepPreviousData,
  });

export const posterTeamsQuery = (code: string, text: string) =>
  apiQuery(['poster-teams', code, text], posterEndpoints.listPosterTeams, {
    params: { code },
    query: { q: text },
    placeholderData: keepPreviousData,
  });

export type PosterCodes = ResponseOf<typeof posterEndpoints.listPosterCodes>;

export const posterCodesQuery = (eventId: number) =>
  apiQuery(['poster-codes', eventId], posterEndpoints.listPosterCodes, { params: { id: eventId } });
