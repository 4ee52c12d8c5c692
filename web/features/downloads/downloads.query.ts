import { queryOptions } from '@tanstack/react-query';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import { apiQuery } from '#web/lib/api.ts';
import { addressOf } from '#web/lib/transport.ts';

/** Tokens for single photos last half an hour. */
const RENEW_MS = 25 * 60 * 1000;

/** The browser downloads by itself, so the count is read again when the user returns to the page. */
export const myDownloadsQuery = queryOptions({
  ...apiQuery(['user-album-downloads', 'me'], downloadEndpoints.myDownloads),
  staleTime: 5_000,
  refetchInterval: RENEW_MS,
  refetchOnWindowFocus: true,
});

export function originalAddress(albumUuid: string, imageId: number, auth: string): string {
  return addressOf(imageEndpoints.getImage, {
    params: { a: albumUuid, b: `${imageId}.original` },
    query: { auth },
  });
}

/** The browser's own download shows progress and can resume. */
export function saveFile(address: string, fileName = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
