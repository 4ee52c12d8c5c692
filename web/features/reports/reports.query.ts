import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { reminderEndpoints } from '#contract/endpoints/reminders.ts';
import { reportEndpoints } from '#contract/endpoints/reports.ts';
import { callApi } from '#web/lib/api.ts';

export type ReportDays = { start_date: string; end_date: string; time_zone: string };

export const chartsQuery = (days: ReportDays) =>
  queryOptions({
    queryKey: ['reports', 'charts', days],
    queryFn: ({ signal }) => callApi(reportEndpoints.salesCharts, { query: days, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

export const salesQuery = (days: ReportDays) =>
  queryOptions({
    queryKey: ['reports', 'sales', days],
    queryFn: ({ signal }) => callApi(reportEndpoints.salesReport, { query: days, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

export const saleMailsQuery = queryOptions({
  queryKey: ['reports', 'sale-mails'],
  queryFn: ({ signal }) => callApi(reminderEndpoints.saleMailReport, { signal }),
});
