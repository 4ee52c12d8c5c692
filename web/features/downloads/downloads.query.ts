import { queryOptions } from '@tanstack/react-query';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { callApi } from '#web/lib/api.ts';

/** The tokens for single photos last half an hour; new ones come before that. */
const RENEW_MS = 25 * 60 * 1000;

/** Downloads are counted elsewhere, by the browser's own download: coming back to the page asks again. */
export const myDownloadsQuery = queryOptions({
  queryKey: ['user-album-downloads', 'me'],
  queryFn: ({ signal }) => callApi(downloadEndpoints.myDownloads, { signal }),
  staleTime: 5_000,
  refetchInterval: RENEW_MS,
  refetchOnWindowFocus: true,
});
