import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { posterEndpoints } from '#contract/endpoints/posters.ts';
import { callApi } from '#web/lib/api.ts';

/** Picking a team changes the code; the page keeps showing the event meanwhile. */
export const posterQuery = (code: string) =>
  queryOptions({
    queryKey: ['poster', code],
    queryFn: ({ signal }) => callApi(posterEndpoints.getPoster, { params: { code }, signal }),
    placeholderData: keepPreviousData,
  });

export const posterTeamsQuery = (code: string, text: string) =>
  queryOptions({
    queryKey: ['poster-teams', code, text],
    queryFn: ({ signal }) =>
      callApi(posterEndpoints.listPosterTeams, { params: { code }, query: { q: text }, signal }),
    placeholderData: keepPreviousData,
  });
