import type { Context } from '#server/context.ts';
import { onJob } from '#server/platform/queue.ts';
import { tellDecision, tellReporters } from './tell-reporters.ts';

export function moderationJobs(context: Context) {
  return [onJob(tellReporters, (decision) => tellDecision(context, decision))];
}
