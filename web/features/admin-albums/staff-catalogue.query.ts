import { queryOptions } from '@tanstack/react-query';
import { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { ADMIN_ALBUM_LIST_LIMIT, catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import { callApi } from '#web/lib/api.ts';
import type { EventSection } from '#web/lib/paths.ts';

// Every key begins with "staff", so that an upload refreshes all of it.

/** The newest events, for a choice among them. */
export const staffEventsQuery = queryOptions({
  queryKey: ['staff', 'events'],
  queryFn: ({ signal }) => callApi(catalogueEndpoints.listStaffEvents, { signal }),
  refetchOnWindowFocus: true,
});

export const staffEventQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['staff', 'event', eventId],
    queryFn: ({ signal }) => callApi(catalogueEndpoints.getStaffEvent, { params: { id: eventId }, signal }),
    enabled: Number.isInteger(eventId) && eventId > 0,
    refetchOnWindowFocus: true,
  });

const EVERY_HALF_MINUTE = 30_000;

export const eventFiguresQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['staff', 'event-figures', eventId],
    queryFn: ({ signal }) => callApi(overviewEndpoints.eventFigures, { params: { id: eventId }, signal }),
    refetchInterval: EVERY_HALF_MINUTE,
    refetchOnWindowFocus: true,
  });

export const eventAlbumsKey = ['staff', 'event-albums'];

/** All albums of one event by performance order. */
export const eventAlbumsQuery = (eventId: number) =>
  queryOptions({
    queryKey: [...eventAlbumsKey, eventId],
    queryFn: ({ signal }) =>
      callApi(catalogueEndpoints.listAdminAlbums, {
        query: { event: eventId, _limit: ADMIN_ALBUM_LIST_LIMIT },
        signal,
      }),
    select: (albums) => albums.toSorted((a, b) => a.performance_order - b.performance_order),
  });

export const albumDetailQuery = (albumId: number) =>
  queryOptions({
    queryKey: ['staff', 'album', albumId],
    queryFn: ({ signal }) => callApi(catalogueEndpoints.getAlbum, { params: { id: albumId }, signal }),
  });

const WATCH_MS = 1_500;

export const albumPreviewQuery = (albumId: number) =>
  queryOptions({
    queryKey: ['staff', 'album-preview', albumId],
    queryFn: ({ signal }) =>
      callApi(albumAdministrationEndpoints.previewAlbum, { params: { id: albumId }, signal }),
    enabled: Number.isInteger(albumId) && albumId > 0,
    staleTime: 10 * 60_000,
  });

export const albumZipQuery = (albumId: number) =>
  queryOptions({
    queryKey: ['staff', 'album-zip', albumId],
    queryFn: ({ signal }) =>
      callApi(albumAdministrationEndpoints.albumZipState, { params: { id: albumId }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'working' ? WATCH_MS : false),
  });

export const EVENT_SECTION_NAMES: Record<EventSection, string> = {
  albums: 'Albums',
  upload: 'Upload',
  'running-order': 'Running order',
  clock: 'Clock',
  doubtful: 'Doubtful',
  culling: 'Culling',
  pricing: 'Pricing',
  posters: 'Posters',
  links: 'Links',
  wall: 'Live wall',
  sales: 'Sales',
};
