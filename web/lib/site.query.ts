import { queryOptions, useQuery } from '@tanstack/react-query';
import { legalEndpoints } from '#contract/endpoints/legal.ts';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import { TEMPLATE_LIFE_YEARS } from '#contract/rules/athletes.ts';
import { apiQuery, callApi } from './api.ts';
import { readStored, writeStored } from './storage.ts';

const NAME_KEY = 'SITE_NAME';
const FIRST_NAME = 'Encore';

/** Loaded once per page load, without retries: the site works without it. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: async ({ signal }) => {
    const site = await callApi(siteEndpoints.getSite, { signal, retry: false });
    writeStored(NAME_KEY, site.site_name);
    return site;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Returns the last known name until the answer arrives. */
export function useSiteName(): string {
  return useQuery(siteQuery).data?.site_name ?? readStored(NAME_KEY) ?? FIRST_NAME;
}

export function useFaceMatching(): boolean {
  return useQuery(siteQuery).data?.face_matching ?? true;
}

export function useTemplateYears(): number {
  return useQuery(siteQuery).data?.template_life_years ?? TEMPLATE_LIFE_YEARS;
}

export const legalQuery = apiQuery(['legal'], legalEndpoints.getLegalTexts);
