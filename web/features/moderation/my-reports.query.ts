import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { callApi } from '#web/lib/api.ts';

const NONE: ReadonlySet<number> = new Set();

export const myReportsQuery = (albumId: number) =>
  queryOptions({
    queryKey: ['reported-photos', 'mine', albumId],
    queryFn: async ({ signal }): Promise<ReadonlySet<number>> => {
      // The marks are an extra, so a failure to load them stays silent.
      const reports = await callApi(moderationEndpoints.listMyReports, {
        query: { album: albumId },
        signal,
        isQuiet: true,
      });
      return new Set(reports.map(({ image }) => image));
    },
    placeholderData: NONE,
  });

/** Marks the photo at once; the next load reads the same from the server. */
export function keepMyReport(client: QueryClient, albumId: number, imageId: number): void {
  client.setQueryData(myReportsQuery(albumId).queryKey, (known) => new Set(known).add(imageId));
}
