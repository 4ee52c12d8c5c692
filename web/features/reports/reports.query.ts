import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SentQuery } from '#contract/endpoint.ts';
import { REPORT_PAGE_ROWS, type ReportRow, reportEndpoints } from '#contract/endpoints/reports.ts';
import { callApi } from '#web/lib/api.ts';

export type ReportDays = { start_date: string; end_date: string; time_zone: string };
export type RowsFilter = Pick<
  SentQuery<typeof reportEndpoints.reportRows>,
  'kind' | 'product' | 'event' | 'brand'
>;

/** While other days load, the last figures stay. */
export const salesQuery = (days: ReportDays) =>
  queryOptions({
    queryKey: ['reports', 'sales', days],
    queryFn: ({ signal }) => callApi(reportEndpoints.salesReport, { query: days, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

export const rowsQuery = (days: ReportDays, filter: RowsFilter) =>
  infiniteQueryOptions({
    queryKey: ['reports', 'rows', days, filter],
    queryFn: ({ pageParam, signal }) =>
      callApi(reportEndpoints.reportRows, {
        query: { ...days, ...filter, limit: 50, ...(pageParam ? { after: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

/** Every row, for a file. */
export async function loadAllRows(days: ReportDays, filter: RowsFilter): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (let after: string | undefined; ; ) {
    const query = { ...days, ...filter, limit: REPORT_PAGE_ROWS, ...(after ? { after } : {}) };
    const page = await callApi(reportEndpoints.reportRows, { query });
    rows.push(...page.rows);
    if (page.next === null) return rows;
    after = page.next;
  }
}
