import { queryOptions } from '@tanstack/react-query';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import { callApi } from '#web/lib/api.ts';
import { browserTimeZone } from './report-range.ts';

const EVERY_MINUTE = 60_000;

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) =>
    callApi(overviewEndpoints.adminOverview, { query: { time_zone: browserTimeZone() }, signal }),
  refetchInterval: EVERY_MINUTE,
  refetchOnWindowFocus: true,
});
