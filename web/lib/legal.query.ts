import { queryOptions } from '@tanstack/react-query';
import { legalEndpoints } from '#contract/endpoints/legal.ts';
import { callApi } from './api.ts';

export const legalQuery = queryOptions({
  queryKey: ['legal'],
  queryFn: ({ signal }) => callApi(legalEndpoints.getLegalTexts, { signal }),
});
