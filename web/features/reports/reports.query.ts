import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SentQuery } from '#contract/endpoint.ts';
import { REPORT_PAGE_ROWS, type ReportRow, reportEndpoints } from '#contract/endpoints/reports.ts';
import { callApi } from '#web/lib/api.ts';

export type ReportDays = { start_date: string; end_date: string; time_zone: string };
type RowsAsked = SentQuery<typeof reportEndpoints.reportRows>;
export type RowsFilter = Pick<
  RowsAsked,
  'kind' | 'product' | 'event' | 'brand' | 'pool' | 'facial' | 'coupon' | 'q'
>;
export type RowsListing = { days: ReportDays; filter: RowsFilter; sort: NonNullable<RowsAsked['sort']> };

/** While other days load, the last figures stay. */
export const salesQuery = (days: ReportDays) =>
  queryOptions({
    queryKey: ['reports', 'sales', days],
    queryFn: ({ signal }) => callApi(reportEndpoints.salesReport, { query: days, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

const PAGE_ROWS = 100;

/** Later pages are of the list the first one began, whatever is sold meanwhile. */
export const rowsQuery = ({ days, filter, sort }: RowsListing) =>
  infiniteQueryOptions({
    queryKey: ['reports', 'rows', days, filter, sort],
    queryFn: ({ pageParam, signal }) =>
      callApi(reportEndpoints.reportRows, {
        query: { ...days, ...filter, sort, limit: PAGE_ROWS, ...pageParam },
        signal,
      }),
    initialPageParam: {} as { after?: string; through?: number },
    getNextPageParam: ({ next, through }) => (next === null ? undefined : { after: next, through }),
    placeholderData: keepPreviousData,
  });

export const rowTotalsQuery = (
  { days, filter }: Pick<RowsListing, 'days' | 'filter'>,
  through: number | undefined,
) =>
  queryOptions({
    queryKey: ['reports', 'row-totals', days, filter, through],
    queryFn: ({ signal }) =>
      callApi(reportEndpoints.reportRowTotals, { query: { ...days, ...filter, through }, signal }),
    enabled: through !== undefined,
  });

/** Every row of the list, in its order, for a file. */
export async function readAllRows(
  { days, filter, sort }: RowsListing,
  onProgress: (read: number) => void,
): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (let place: { after?: string; through?: number } = {}; ; ) {
    const query = { ...days, ...filter, sort, limit: REPORT_PAGE_ROWS, ...place };
    const { rows: page, next, through } = await callApi(reportEndpoints.reportRows, { query });
    rows.push(...page);
    onProgress(rows.length);
    if (next === null) return rows;
    place = { after: next, through };
  }
}
