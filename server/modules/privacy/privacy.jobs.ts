import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { eraseAbandonedJob } from '#server/modules/accounts/claim-address.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { eraseAbandoned } from './delete-account.ts';
import { deleteExpiredRows, mailGoodbye, mailGoodbyeJob } from './goodbye.ts';

const sweepJob = defineJob({ name: 'privacy.sweep', payload: z.object({}), concurrency: 1 });

export function privacyJobs(context: Context) {
  return [
    onJob(mailGoodbyeJob, (payload) => mailGoodbye(context, payload)),
    onJob(eraseAbandonedJob, ({ userId }) => eraseAbandoned(context, userId)),
    onJob(sweepJob, () => deleteExpiredRows(context.db, context.clock.now()), { cron: '29 * * * *' }),
  ];
}
