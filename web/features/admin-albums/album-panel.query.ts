import { queryOptions } from '@tanstack/react-query';
import { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { callApi } from '#web/lib/api.ts';

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
