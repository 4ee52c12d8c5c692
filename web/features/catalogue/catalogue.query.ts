import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { landingEndpoints } from '#contract/endpoints/landing.ts';
import { ALBUM_PAGE_SIZE } from '#contract/rules/albums.ts';
import { apiQuery, callApi } from '#web/lib/api.ts';

export const eventsQuery = apiQuery(['events'], catalogueEndpoints.listEvents);

export const publicEventsQuery = apiQuery(['public-events'], landingEndpoints.listPublicEvents);

/** An album's number can be guessed, so visitors get only words by it; the public identifier cannot. */
export const isAlbumNumber = (key: string) => /^\d{1,10}$/.test(key);

export const publicAlbumQuery = (key: string) =>
  queryOptions({
    queryKey: ['albums', 'uuid', key],
    queryFn: ({ signal }) =>
      isAlbumNumber(key)
        ? callApi(catalogueEndpoints.getAlbum, { params: { id: Number(key) }, signal })
        : callApi(catalogueEndpoints.getAlbumByUuid, { params: { uuid: key }, signal }),
  });

/** An album by its number, for visitors. */
export const visitedAlbumQuery = (albumId: number) =>
  apiQuery(['albums', 'visited', albumId], arrivingEndpoints.visitAlbum, { params: { id: albumId } });

/** The server does not count beyond this. */
const MAX_START = 10_000;
export const MAX_PAGE = MAX_START / ALBUM_PAGE_SIZE + 1;

export const searchAlbumsQuery = (q: string, page: number) =>
  apiQuery(['albums', 'search', q, page], catalogueEndpoints.searchAlbums, {
    query: { q, _start: (page - 1) * ALBUM_PAGE_SIZE, _limit: ALBUM_PAGE_SIZE },
    placeholderData: keepPreviousData,
  });

/** The newest of the albums that match. */
export const firstAlbumsQuery = (q: string, limit: number) =>
  apiQuery(['albums', 'search', q, 'first', limit], catalogueEndpoints.searchAlbums, {
    query: { q, _limit: limit },
    placeholderData: keepPreviousData,
  });
