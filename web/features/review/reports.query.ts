import { queryOptions } from '@tanstack/react-query';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { callApi } from '#web/lib/api.ts';

/** What still waits, or what has been decided. */
export type ReviewView = 'waiting' | 'decided';

const REFETCH_MS = 60_000;

export const REPORTS = ['reported-photos'] as const;

export const reportsQuery = (view: ReviewView) =>
  queryOptions({
    queryKey: [...REPORTS, view],
    queryFn: ({ signal }) =>
      callApi(moderationEndpoints.listReportedPhotos, {
        query: { ack_ne: view === 'waiting' ? 'true' : 'false' },
        signal,
      }),
    staleTime: 5_000,
    refetchInterval: REFETCH_MS,
  });
