import { queryOptions } from '@tanstack/react-query';
import { photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import { callApi } from '#web/lib/api.ts';

/** The addresses of the pictures work for an hour. */
const RENEW_MS = 50 * 60 * 1000;

export const myPhotoLinksQuery = queryOptions({
  queryKey: ['photo-links', 'me'],
  queryFn: ({ signal }) => callApi(photoLinkEndpoints.myPhotoLinks, { signal }),
});

export const photoLinksOfUserQuery = (userId: number) =>
  queryOptions({
    queryKey: ['photo-links', 'of', userId],
    queryFn: ({ signal }) => callApi(photoLinkEndpoints.photoLinksOfUser, { params: { id: userId }, signal }),
  });

/** It only reads, so it may be repeated although it is a POST. */
export const sharedPhotosQuery = (token: string) =>
  queryOptions({
    queryKey: ['photo-links', 'open', token],
    queryFn: ({ signal }) =>
      callApi(photoLinkEndpoints.openPhotoLink, { body: { token }, signal, retry: true, isQuiet: true }),
    staleTime: RENEW_MS,
    refetchInterval: RENEW_MS,
  });
