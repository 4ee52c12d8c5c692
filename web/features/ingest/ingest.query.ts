import { queryOptions } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { callApi } from '#web/lib/api.ts';
import { measureServerClock } from './server-clock.ts';

const TOKEN_FRESH_MS = 10 * 60_000;

export const doubtfulQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['staff', 'doubtful', eventId],
    queryFn: ({ signal }) => callApi(ingestEndpoints.listDoubtful, { params: { id: eventId }, signal }),
    refetchOnWindowFocus: true,
    // The token of the thumbnails expires soon.
    refetchInterval: TOKEN_FRESH_MS,
  });

export const runningOrderQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['staff', 'running-order', eventId],
    queryFn: ({ signal }) => callApi(ingestEndpoints.listRunningOrder, { params: { id: eventId }, signal }),
    refetchOnWindowFocus: true,
  });

export const albumPhotosQuery = (albumId: number) =>
  queryOptions({
    queryKey: ['staff', 'album', albumId],
    queryFn: ({ signal }) => callApi(catalogueEndpoints.getAlbum, { params: { id: albumId }, signal }),
    refetchInterval: TOKEN_FRESH_MS,
  });

export const camerasQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['staff', 'cameras', eventId],
    queryFn: ({ signal }) => callApi(ingestEndpoints.listCameras, { params: { id: eventId }, signal }),
    // A photo of the clock code is recognized shortly after its upload.
    refetchInterval: 15_000,
  });

export const serverClockQuery = queryOptions({
  queryKey: ['server-clock'],
  queryFn: ({ signal }) => measureServerClock(signal),
  staleTime: 5 * 60_000,
  refetchInterval: 5 * 60_000,
});
