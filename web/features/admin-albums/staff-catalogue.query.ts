import { queryOptions } from '@tanstack/react-query';
import { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { ADMIN_ALBUM_LIST_LIMIT, catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import { priceListEndpoints } from '#contract/endpoints/price-lists.ts';
import { rosterEndpoints } from '#contract/endpoints/roster.ts';
import { apiQuery } from '#web/lib/api.ts';
import type { EventSection } from '#web/lib/navigation.tsx';

// Every key begins with "staff", so that an upload refreshes all of it.

/** The newest events, for a choice among them. */
export const staffEventsQuery = queryOptions({
  ...apiQuery(['staff', 'events'], catalogueEndpoints.listStaffEvents),
  refetchOnWindowFocus: true,
});

export const priceListsQuery = apiQuery(['staff', 'price-lists'], priceListEndpoints.listPriceLists);

export const rosterQuery = apiQuery(['staff', 'roster'], rosterEndpoints.listPhotographers);

export const eventCrewQuery = (eventId: number) =>
  apiQuery(['staff', 'event-crew', eventId], rosterEndpoints.listEventPhotographers, {
    params: { id: eventId },
  });

export const staffEventQuery = (eventId: number) =>
  queryOptions({
    ...apiQuery(['staff', 'event', eventId], catalogueEndpoints.getStaffEvent, { params: { id: eventId } }),
    enabled: Number.isInteger(eventId) && eventId > 0,
    refetchOnWindowFocus: true,
  });

const EVERY_HALF_MINUTE = 30_000;

export const eventTotalsQuery = (eventId: number) =>
  queryOptions({
    ...apiQuery(['staff', 'event-totals', eventId], overviewEndpoints.eventTotals, {
      params: { id: eventId },
    }),
    refetchInterval: EVERY_HALF_MINUTE,
    refetchOnWindowFocus: true,
  });

export const eventAlbumsKey = ['staff', 'event-albums'];

/** All albums of one event by performance order. */
export const eventAlbumsQuery = (eventId: number) =>
  queryOptions({
    ...apiQuery([...eventAlbumsKey, eventId], catalogueEndpoints.listAdminAlbums, {
      query: { event: eventId, _limit: ADMIN_ALBUM_LIST_LIMIT },
    }),
    select: (albums) => albums.toSorted((a, b) => a.performance_order - b.performance_order),
  });

export const albumDetailQuery = (albumId: number) =>
  apiQuery(['staff', 'album', albumId], catalogueEndpoints.getAlbum, { params: { id: albumId } });

const WATCH_MS = 1_500;

export const albumPreviewQuery = (albumId: number) =>
  queryOptions({
    ...apiQuery(['staff', 'album-preview', albumId], albumAdministrationEndpoints.previewAlbum, {
      params: { id: albumId },
    }),
    enabled: Number.isInteger(albumId) && albumId > 0,
    staleTime: 10 * 60_000,
  });

export const albumZipQuery = (albumId: number) =>
  queryOptions({
    ...apiQuery(['staff', 'album-zip', albumId], albumAdministrationEndpoints.albumZipState, {
      params: { id: albumId },
    }),
    refetchInterval: ({ state }) => (state.data?.state === 'working' ? WATCH_MS : false),
  });

export const EVENT_SECTION_NAMES: Record<EventSection, string> = {
  albums: 'Albums',
  upload: 'Upload',
  'running-order': 'Running order',
  clock: 'Clock',
  unsorted: 'Needs sorting',
  culling: 'Culling',
  pricing: 'Pricing',
  posters: 'Posters',
  links: 'Links',
  wall: 'Live wall',
  sales: 'Sales',
};
