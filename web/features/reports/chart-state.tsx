import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SalesCharts } from '#contract/endpoints/reports.ts';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';

type ChartStateProps = { query: UseQueryResult<SalesCharts>; children: (charts: SalesCharts) => ReactNode };

/** A chart keeps its last bars while it loads new ones. */
export function ChartState({ query: { data, error, refetch }, children }: ChartStateProps) {
  if (data) return children(data);
  return error ? (
    <FailedState error={error} onRetry={refetch} />
  ) : (
    <Skeleton label="Loading chart" className="h-48" />
  );
}
