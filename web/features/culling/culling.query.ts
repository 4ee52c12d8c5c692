import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { cullingEndpoints } from '#contract/endpoints/culling.ts';
import { callApi } from '#web/lib/api.ts';

const TOKEN_FRESH_MS = 10 * 60_000;
const WHILE_TURNING_MS = 2_000;

export type CullingAlbum = ResponseOf<typeof cullingEndpoints.listCulledPhotos>;

export const cullingQuery = (albumId: number) =>
  queryOptions({
    queryKey: ['staff', 'culling', albumId],
    queryFn: ({ signal }) => callApi(cullingEndpoints.listCulledPhotos, { params: { id: albumId }, signal }),
    // The tokens of the pictures expire soon, and turned photos get new pictures within seconds.
    refetchInterval: ({ state }) =>
      state.data?.images.some(({ is_turning }) => is_turning) ? WHILE_TURNING_MS : TOKEN_FRESH_MS,
  });

export const photoActionsQuery = (albumId: number) =>
  queryOptions({
    queryKey: ['staff', 'photo-actions', albumId],
    queryFn: ({ signal }) => callApi(cullingEndpoints.listPhotoActions, { params: { id: albumId }, signal }),
  });
