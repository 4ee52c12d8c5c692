import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { notifyZipReady, notifyZipReadyJob } from './request-download.ts';
import { forgetOldAddresses } from './zip-address.ts';

const sweepAddresses = defineJob({ name: 'downloads.sweep', payload: z.object({}) });

export function downloadJobs(context: Context) {
  return [
    onJob(sweepAddresses, () => forgetOldAddresses(context), { cron: '41 * * * *' }),
    onJob(notifyZipReadyJob, (wait) => notifyZipReady(context, wait)),
  ];
}
