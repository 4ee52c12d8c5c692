import { queryOptions } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { callApi } from '#web/lib/api.ts';

export const eventQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['events', eventId],
    queryFn: ({ signal }) => callApi(catalogueEndpoints.getEvent, { params: { id: eventId }, signal }),
  });

export const eventAlbumsQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['albums', 'of-event', eventId],
    queryFn: ({ signal }) =>
      callApi(catalogueEndpoints.listAlbums, { query: { events_in: String(eventId) }, signal }),
  });
