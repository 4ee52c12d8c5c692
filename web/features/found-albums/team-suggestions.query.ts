import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { callApi } from '#web/lib/api.ts';

export const teamSuggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['team-suggestions', q],
    queryFn: ({ signal }) => callApi(catalogueEndpoints.suggestTeams, { query: { q }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
