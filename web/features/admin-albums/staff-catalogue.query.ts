// Every key begins with "staff", so that an upload refreshes all of it.

import { queryOptions } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { callApi } from '#web/lib/api.ts';

export const staffEventsQuery = queryOptions({
  queryKey: ['staff', 'events'],
  queryFn: ({ signal }) => callApi(catalogueEndpoints.listStaffEvents, { signal }),
  refetchOnWindowFocus: true,
});

export const eventAlbumsKey = ['staff', 'event-albums'];

/** All albums of one event by performance order. */
export const eventAlbumsQuery = (eventId: number) =>
  queryOptions({
    queryKey: [...eventAlbumsKey, eventId],
    queryFn: ({ signal }) =>
      callApi(catalogueEndpoints.listAdminAlbums, { query: { event: eventId }, signal }),
    select: (albums) => albums.toSorted((a, b) => a.performance_order - b.performance_order),
  });

export const albumDetailQuery = (albumId: number) =>
  queryOptions({
    queryKey: ['staff', 'album', albumId],
    queryFn: ({ signal }) => callApi(catalogueEndpoints.getAlbum, { params: { id: albumId }, signal }),
  });
