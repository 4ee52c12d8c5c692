import { queryOptions } from '@tanstack/react-query';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { callApi } from '#web/lib/api.ts';

/** Tokens for single photos last half an hour. */
const RENEW_MS = 25 * 60 * 1000;

/** The browser downloads by itself, so the count is read again when the user returns to the page. */
export const myDownloadsQuery = queryOptions({
  queryKey: ['user-album-downloads', 'me'],
  queryFn: ({ signal }) => callApi(downloadEndpoints.myDownloads, { signal }),
  staleTime: 5_000,
  refetchInterval: RENEW_MS,
  refetchOnWindowFocus: true,
});
