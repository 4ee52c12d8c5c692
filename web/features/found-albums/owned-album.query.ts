import { queryOptions } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { callApi } from '#web/lib/api.ts';
import { withKeptAlbums } from '#web/lib/with-kept-albums.ts';

/** The token lasts half an hour and is renewed before that, so that an owner is never locked out. */
const RENEW_MS = 25 * 60 * 1000;

/** Loading an owned album uses no view. */
export const ownedAlbumQuery = (albumId: number) =>
  queryOptions({
    queryKey: ['albums', albumId, 'owned'],
    queryFn: async ({ signal }) => {
      const album = await callApi(catalogueEndpoints.getAlbum, { params: { id: albumId }, signal });
      const imageIds = album.images?.map(({ id }) => id);
      if (imageIds) withKeptAlbums(({ dropKeptPhotos }) => dropKeptPhotos(albumId, imageIds));
      return album;
    },
    staleTime: RENEW_MS,
    refetchInterval: RENEW_MS,
  });
