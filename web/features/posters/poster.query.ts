import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { posterEndpoints } from '#contract/endpoints/posters.ts';
import { apiQuery } from '#web/lib/api.ts';

/** Picking a team changes the code; the page keeps showing the event meanwhile. */
export const posterQuery = (code: string) =>
  queryOptions({
    ...apiQuery(['poster', code], posterEndpoints.getPoster, { params: { code } }),
    placeholderData: keepPreviousData,
  });

export const posterTeamsQuery = (code: string, text: string) =>
  queryOptions({
    ...apiQuery(['poster-teams', code, text], posterEndpoints.listPosterTeams, {
      params: { code },
      query: { q: text },
    }),
    placeholderData: keepPreviousData,
  });
