import { queryOptions } from '@tanstack/react-query';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import type { ReviewView } from '#contract/lists/reported-photos.ts';
import { callApi } from '#web/lib/api.ts';

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
