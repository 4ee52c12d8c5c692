import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { needingProvider } from '#server/platform/payments/need-provider.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { bookTax } from './book-tax.ts';
import { forgetCalculations } from './stripe-tax.ts';

const oneAtATime = { payload: z.object({}), concurrency: 1, retries: 2 };
const bookTaxJob = defineJob({ name: 'orders.book-tax', ...oneAtATime });
const forgetCalculationsJob = defineJob({ name: 'orders.forget-tax-calculations', ...oneAtATime });

export function taxJobs(context: Context) {
  return [
    onJob(bookTaxJob, () => needingProvider(context, bookTax), { cron: '* * * * *' }),
    onJob(forgetCalculationsJob, () => forgetCalculations(context), { cron: '47 3 * * *' }),
  ];
}
