import { queryOptions } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { callApi } from '#web/lib/api.ts';

/** An album's number can be guessed, so only people who are logged in can look it up; the public identifier cannot. */
export const isAlbumNumber = (key: string) => /^\d{1,10}$/.test(key);

export const publicAlbumQuery = (key: string) =>
  queryOptions({
    queryKey: ['albums', 'uuid', key],
    queryFn: ({ signal }) =>
      isAlbumNumber(key)
        ? callApi(catalogueEndpoints.getAlbum, { params: { id: Number(key) }, signal })
        : callApi(catalogueEndpoints.getAlbumByUuid, { params: { uuid: key }, signal }),
  });
