import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { apiQuery } from '#web/lib/api.ts';

/** Tokens for single photos last half an hour. */
const RENEW_MS = 25 * 60 * 1000;

/** The browser downloads by itself, so the count is read again when the user returns to the page. */
export const myDownloadsQuery = apiQuery(['user-album-downloads', 'me'], downloadEndpoints.myDownloads, {
  staleTime: 5_000,
  refetchInterval: RENEW_MS,
  refetchOnWindowFocus: true,
});

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
