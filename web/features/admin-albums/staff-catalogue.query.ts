// What staff see of the catalogue; every key begins with "staff", so that an upload can refresh all of it.

import { queryOptions } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { callApi } from '#web/lib/api.ts';
import { PAGE_SIZE } from './album-pages.ts';
import type { AlbumFilter, AlbumListing } from './list-place.ts';

export const staffEventsQuery = queryOptions({
  queryKey: ['staff', 'events'],
  queryFn: ({ signal }) => callApi(catalogueEndpoints.listStaffEvents, { signal }),
  refetchOnWindowFocus: true,
});

export const albumPagesKey = ['staff', 'album-pages'];

export const filterQuery = ({ eventId, q, state }: AlbumFilter) => ({
  event: eventId,
  q: q || undefined,
  state,
});

/** Of one filter and sort; the number of a page comes after it. */
export const listingKey = ({ eventId, q, state, sort }: AlbumListing) => [
  ...albumPagesKey,
  { eventId, q, state, sort },
];

export const albumPageQuery = (listing: AlbumListing, page: number) =>
  queryOptions({
    queryKey: [...listingKey(listing), page],
    queryFn: ({ signal }) =>
      callApi(catalogueEndpoints.listAdminAlbums, {
        query: {
          ...filterQuery(listing),
          _sort: listing.sort,
          _start: page * PAGE_SIZE,
          _limit: PAGE_SIZE,
        },
        signal,
      }),
  });

export const albumCountQuery = ({ eventId, q, state }: AlbumFilter) =>
  queryOptions({
    queryKey: ['staff', 'album-count', { eventId, q, state }],
    queryFn: ({ signal }) =>
      callApi(catalogueEndpoints.countAdminAlbums, { query: filterQuery({ eventId, q, state }), signal }),
    select: ({ total }) => total,
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
