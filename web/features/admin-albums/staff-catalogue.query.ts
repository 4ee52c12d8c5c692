// What staff see of the catalogue; every key begins with "staff", so that an upload can refresh all of it.

import { queryOptions } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { callApi } from '#web/lib/api.ts';
import { PAGE_SIZE } from './album-pages.ts';
import type { AlbumFilter } from './list-place.ts';

export const staffEventsQuery = queryOptions({
  queryKey: ['staff', 'events'],
  queryFn: ({ signal }) => callApi(catalogueEndpoints.listStaffEvents, { signal }),
  refetchOnWindowFocus: true,
});

export const albumPagesKey = ['staff', 'album-pages'];

export const albumPageQuery = ({ eventId, q }: AlbumFilter, page: number) =>
  queryOptions({
    queryKey: [...albumPagesKey, { eventId, q }, page],
    queryFn: ({ signal }) =>
      callApi(catalogueEndpoints.listAdminAlbums, {
        query: { event: eventId, q: q || undefined, _start: page * PAGE_SIZE, _limit: PAGE_SIZE },
        signal,
      }),
  });

export const eventAlbumsKey = ['staff', 'event-albums'];

/** Every album of one event, in the order of the day. */
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
