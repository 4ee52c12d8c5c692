import { queryOptions } from '@tanstack/react-query';
import { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { landingEndpoints } from '#contract/endpoints/landing.ts';
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
