import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { reportEndpoints } from '#contract/endpoints/reports.ts';
import { callApi } from '#web/lib/api.ts';

export type StatementDays = { start_date?: string; end_date?: string; time_zone: string };

export const photographersQuery = (days: StatementDays) =>
  queryOptions({
    queryKey: ['reports', 'photographers', days],
    queryFn: ({ signal }) => callApi(reportEndpoints.photographersReport, { query: days, signal }),
    placeholderData: keepPreviousData,
  });
