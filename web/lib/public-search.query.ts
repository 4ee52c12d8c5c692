import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { landingEndpoints } from '#contract/endpoints/landing.ts';
import { apiQuery } from './api.ts';

export const MIN_SEARCH_LETTERS = 2;

/** Teams and events by name, for visitors and members alike. */
export const publicSearchQuery = (text: string) => {
  const q = text.trim().slice(0, 100);
  return queryOptions({
    ...apiQuery(['public-search', q.toLowerCase()], landingEndpoints.searchPublic, { query: { q } }),
    enabled: q.length >= MIN_SEARCH_LETTERS,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
};
