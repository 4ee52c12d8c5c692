import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { runLeakSearch, sweepLeakSearches } from './run-leak-search.ts';
import { leakSearchJob } from './start-leak-search.ts';

const sweep = defineJob({ name: 'leaks.sweep', payload: z.object({}), concurrency: 1 });

export function leakJobs(context: Context) {
  return [
    onJob(leakSearchJob, ({ traceId }, { signal }) => runLeakSearch(context, traceId, signal)),
    onJob(sweep, () => sweepLeakSearches(context), { cron: '17 * * * *' }),
  ];
}
