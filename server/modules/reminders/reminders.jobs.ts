import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { planSaleMails } from './plan-sale-mails.ts';
import { sendSaleMail, sendSaleMailJob } from './send-sale-mail.ts';

const planJob = defineJob({
  name: 'reminders.plan',
  payload: z.object({}),
  concurrency: 1,
  retries: 2,
  expireSeconds: 3600,
});

export function reminderJobs(context: Context) {
  return [
    onJob(planJob, (_payload, { signal }) => planSaleMails(context, signal), { cron: '*/10 * * * *' }),
    onJob(sendSaleMailJob, ({ mailId }) => sendSaleMail(context, mailId)),
  ];
}
