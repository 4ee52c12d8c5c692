import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { needingProvider, unlessMissing } from '#server/platform/payments/need-provider.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { checkLedger } from './check-ledger.ts';
import { bookLateCredits } from './ledger.ts';
import { sweepBalance, sweepBalanceJob, syncPayout, syncPayoutJob } from './payouts.ts';

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
