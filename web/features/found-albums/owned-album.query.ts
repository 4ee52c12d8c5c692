import { queryOptions } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { callApi } from '#web/lib/api.ts';

/** Its token lasts half an hour; a new one comes before that, because the owner is never shut out. */
const RENEW_MS = 25 * 60 * 1000;

/** All photos of an album one owns; asking for them spends nothing. */
export const ownedAlbumQuery = (albumId: number) =>
  queryOptions({
    queryKey: ['albums', albumId, 'owned'],
    queryFn: ({ signal }) => callApi(catalogueEndpoints.getAlbum, { params: { id: albumId }, signal }),
    staleTime: RENEW_MS,
    refetchInterval: RENEW_MS,
  });
