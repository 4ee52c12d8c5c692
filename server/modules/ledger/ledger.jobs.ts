import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { needingProvider, unlessMissing } from '#server/platform/payments/need-provider.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { checkLedger } from './check-ledger.ts';
import { allocateAll, bookLateCredits } from './ledger.ts';
import { sweepBalance, sweepBalanceJob, syncPayout, syncPayoutJob } from './payouts.ts';

const allocateJob = defineJob({
  name: 'orders.allocate-ledger',
  payload: z.object({}),
  concurrency: 1,
  retries: 2,
  expireSeconds: 3600,
});
const lateCreditsJob = defineJob({
  name: 'orders.book-late-credits',
  payload: z.object({}),
  concurrency: 1,
  retries: 2,
});
const checkLedgerJob = defineJob({
  name: 'orders.check-ledger',
  payload: z.object({}),
  concurrency: 1,
  retries: 0,
});

export function ledgerJobs(context: Context) {
  return [
    onJob(allocateJob, (_payload, { signal }) => allocateAll(context, signal), {
      cron: '*/10 * * * *',
      atBoot: true,
    }),
    onJob(lateCreditsJob, (_payload, { signal }) => bookLateCredits(context, signal), {
      cron: '5-59/10 * * * *',
    }),
    onJob(syncPayoutJob, ({ payoutId }) =>
      unlessMissing(context, payoutId, () => syncPayout(context, payoutId)),
    ),
    onJob(sweepBalanceJob, () => needingProvider(context, sweepBalance), {
      cron: '11 * * * *',
      atBoot: true,
    }),
    onJob(checkLedgerJob, () => needingProvider(context, checkLedger), { cron: '23 3 * * *' }),
  ];
}
