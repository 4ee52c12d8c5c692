import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { traceJob } from './receive-image.ts';
import { runTrace, sweepTraces } from './run-trace.ts';

const sweep = defineJob({ name: 'leaks.sweep', payload: z.object({}), concurrency: 1 });

export function leakJobs(context: Context) {
  return [
    onJob(traceJob, ({ traceId }, { signal }) => runTrace(context, traceId, signal)),
    onJob(sweep, () => sweepTraces(context), { cron: '17 * * * *' }),
  ];
}
