import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { needingProvider } from '#server/platform/payments/need-provider.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { handleEvent, handleEventJob, syncSetupIntent, syncSetupIntentJob } from './receive-event.ts';
import { fetchUndeliveredEvents, reconcilePayments } from './reconcile.ts';
import { sweepProvider } from './sweep.ts';

const oneAtATime = { payload: z.object({}), concurrency: 1, retries: 2 };
const reconcileJob = defineJob({ name: 'orders.reconcile', ...oneAtATime });
const fetchEventsJob = defineJob({ name: 'orders.fetch-events', ...oneAtATime });
const sweepJob = defineJob({ name: 'orders.sweep', ...oneAtATime });

export function providerEventJobs(context: Context) {
  return [
    onJob(handleEventJob, (event) => handleEvent(context, event)),
    onJob(syncSetupIntentJob, (setup) => syncSetupIntent(context, setup)),
    onJob(reconcileJob, () => needingProvider(context, reconcilePayments), {
      cron: '*/5 * * * *',
      atBoot: true,
    }),
    onJob(fetchEventsJob, () => needingProvider(context, fetchUndeliveredEvents), {
      cron: '7 * * * *',
      atBoot: true,
    }),
    onJob(sweepJob, () => needingProvider(context, sweepProvider), { cron: '*/15 * * * *', atBoot: true }),
  ];
}
