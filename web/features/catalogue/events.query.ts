import { queryOptions } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { callApi } from '#web/lib/api.ts';

export const eventsQuery = queryOptions({
  queryKey: ['events'],
  queryFn: ({ signal }) => callApi(catalogueEndpoints.listEvents, { signal }),
});
