import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { deleteExpiredRequests, mailFollowLink, sendFollowLink } from './follow-team.ts';

const sweepRequests = defineJob({ name: 'posters.sweep-requests', payload: z.object({}) });

export function posterJobs(context: Context) {
  return [
    onJob(mailFollowLink, async (payload, job) => {
      try {
        await sendFollowLink(context, { ...payload, messageKey: job.id });
      } catch (error) {
        // The event was archived meanwhile, so there is nothing to confirm.
        if (!(error instanceof AppError && error.code === 'not_found')) throw error;
      }
    }),
    onJob(sweepRequests, () => deleteExpiredRequests(context.db, context.clock.now()), {
      cron: '27 * * * *',
    }),
  ];
}
