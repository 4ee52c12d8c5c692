import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { needingProvider, unlessMissing } from '#server/platform/payments/need-provider.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { compareTransfers } from './compare-transfers.ts';
import { executeTransfer, settleTransfers, syncTransfer, syncTransferJob } from './execute-transfer.ts';
import { syncPayeeAccount, syncPayeeAccountJob, syncPayeeAccounts } from './onboarding.ts';
import { executeTransferJob, payDue } from './transfers.ts';

const oneAtATime = { payload: z.object({}), concurrency: 1, retries: 2 };
const settleJob = defineJob({ name: 'payees.settle', ...oneAtATime });
const payDueJob = defineJob({ name: 'payees.pay-due', ...oneAtATime });
const accountsJob = defineJob({ name: 'payees.sync-accounts', ...oneAtATime });
const compareJob = defineJob({ name: 'payees.compare', ...oneAtATime });

export function payeeJobs(context: Context) {
  return [
    onJob(executeTransferJob, ({ transferId }) =>
      needingProvider(context, () => executeTransfer(context, transferId)),
    ),
    onJob(syncTransferJob, ({ transferId }) =>
      needingProvider(context, () =>
        unlessMissing(context, transferId, () => syncTransfer(context, transferId)),
      ),
    ),
    onJob(syncPayeeAccountJob, ({ accountId }) =>
      needingProvider(context, () => syncPayeeAccount(context, accountId)),
    ),
    onJob(settleJob, () => needingProvider(context, settleTransfers), { cron: '*/5 * * * *', atBoot: true }),
    onJob(accountsJob, () => needingProvider(context, syncPayeeAccounts), { cron: '41 * * * *' }),
    onJob(payDueJob, () => payDue(context), { cron: '17 16-23 * * *' }),
    onJob(compareJob, () => needingProvider(context, compareTransfers), { cron: '37 4 * * *' }),
  ];
}
