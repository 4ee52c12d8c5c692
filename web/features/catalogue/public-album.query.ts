import { queryOptions } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { callApi } from '#web/lib/api.ts';

export const publicAlbumQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['albums', 'uuid', uuid],
    queryFn: ({ signal }) => callApi(catalogueEndpoints.getAlbumByUuid, { params: { uuid }, signal }),
  });
