import { type Context, inTransaction } from '#server/context.ts';
import { onJob } from '#server/platform/queue/queue.ts';
import { notifyReporters, notifyReportersJob } from './decide-reports.ts';

export function moderationJobs(context: Context) {
  return [
    onJob(notifyReportersJob, (decision) => inTransaction(context, (tx) => notifyReporters(tx, decision))),
  ];
}
