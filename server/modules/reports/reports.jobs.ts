import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { checkBooks, checkBooksJob } from './check-books.ts';
import { fillSalesDaily } from './sales-daily.ts';

const fillSalesDailyJob = defineJob({
  name: 'reports.fill-sales-daily',
  payload: z.object({}),
  concurrency: 1,
  expireSeconds: 3600,
});

/** Days end at other hours in other time zones, so the job looks every hour whether one is over. */
export function reportJobs(context: Context) {
  return [
    onJob(fillSalesDailyJob, () => fillSalesDaily(context), { cron: '5 * * * *', atBoot: true }),
    onJob(checkBooksJob, () => checkBooks(context), { cron: '37 3 * * *', atBoot: true }),
  ];
}
