import { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { ADMIN_ALBUM_LIST_LIMIT, catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import { priceListEndpoints } from '#contract/endpoints/price-lists.ts';
import { apiQuery } from '#web/lib/api.ts';
import type { EventSection } from '#web/lib/navigation.tsx';

export const priceListsQuery = apiQuery(['staff', 'price-lists'], priceListEndpoints.listPriceLists);

const EVERY_HALF_MINUTE = 30_000;

export const eventTotalsQuery = (eventId: number) =>
  apiQuery(['staff', 'event-totals', eventId], overviewEndpoints.eventTotals, {
    params: { id: eventId },
    refetchInterval: EVERY_HALF_MINUTE,
    refetchOnWindowFocus: true,
  });

export const eventAlbumsKey = ['staff', 'event-albums'];

/** All albums of one event by performance order. */
export const eventAlbumsQuery = (eventId: number) =>
  apiQuery([...eventAlbumsKey, eventId], catalogueEndpoints.listAdminAlbums, {
    query: { event: eventId, _limit: ADMIN_ALBUM_LIST_LIMIT },
    select: (albums) => albums.toSorted((a, b) => a.performance_order - b.performance_order),
    refetchOnWindowFocus: true,
  });

const WATCH_MS = 1_500;

export const albumPreviewQuery = (albumId: number) =>
  apiQuery(['staff', 'album-preview', albumId], albumAdministrationEndpoints.previewAlbum, {
    params: { id: albumId },
    enabled: Number.isInteger(albumId) && albumId > 0,
    staleTime: 10 * 60_000,
  });

export const albumZipQuery = (albumId: number) =>
  apiQuery(['staff', 'album-zip', albumId], albumAdministrationEndpoints.albumZipState, {
    params: { id: albumId },
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
