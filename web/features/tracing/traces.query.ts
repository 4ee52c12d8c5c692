import { queryOptions } from '@tanstack/react-query';
import { tracingEndpoints } from '#contract/endpoints/tracing.ts';
import type { TraceState } from '#contract/entities/trace.ts';
import { callApi } from '#web/lib/api.ts';

export const TRACES = ['traces'] as const;

const POLL_MS = 1_000;
const UNDER_WAY: ReadonlySet<TraceState> = new Set(['waiting', 'running']);

export const tracesQuery = queryOptions({
  queryKey: [...TRACES, 'all'],
  queryFn: ({ signal }) => callApi(tracingEndpoints.listTraces, { signal }),
});

/** Asks again while the search runs. */
export const traceQuery = (id: number) =>
  queryOptions({
    queryKey: [...TRACES, 'one', id],
    queryFn: ({ signal }) => callApi(tracingEndpoints.getTrace, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && UNDER_WAY.has(data.state) ? POLL_MS : false),
  });
