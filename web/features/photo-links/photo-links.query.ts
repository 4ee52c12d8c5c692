import { photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import { apiQuery, callApi } from '#web/lib/api.ts';

/** The addresses of the pictures work for an hour. */
const RENEW_MS = 50 * 60 * 1000;

export const myPhotoLinksQuery = apiQuery(['photo-links', 'me'], photoLinkEndpoints.myPhotoLinks);

export const photoLinksOfUserQuery = (userId: number) =>
  apiQuery(['photo-links', 'of', userId], photoLinkEndpoints.photoLinksOfUser, { params: { id: userId } });

/** It only reads, so it may be repeated although it is a POST. */
export const sharedPhotosQuery = (token: string) =>
  apiQuery(['photo-links', 'open', token], photoLinkEndpoints.openPhotoLink, {
    body: { token },
    retry: true,
    isQuiet: true,
    staleTime: RENEW_MS,
    refetchInterval: RENEW_MS,
  });

/** A program that only fetches the address runs no script, so it does not count. */
export async function countOpening(token: string): Promise<void> {
  await callApi(photoLinkEndpoints.countOpening, { body: { token }, isQuiet: true }).catch(() => undefined);
}
