import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { forgetOldActions } from './culling-lists.ts';

const forgetActionsJob = defineJob({
  name: 'culling.forget-actions',
  payload: z.object({}),
  concurrency: 1,
});

export function cullingJobs(context: Context) {
  return [onJob(forgetActionsJob, () => forgetOldActions(context), { cron: '37 4 * * *' })];
}
