import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob, onJob } from '#server/platform/queue.ts';
import { checkLedger } from './payments/check-ledger.ts';
import { followEvent, handleEvent } from './payments/receive-event.ts';
import { fetchUndeliveredEvents, reconcilePayments } from './payments/reconcile.ts';
import { chargePool } from './pools/charge.ts';
import { chargePoolJob, closePoolJob, releaseHoldsJob, tellPoolJob } from './pools/job-definitions.ts';
import { tellPoolNews } from './pools/news.ts';
import { closeDuePool, closeDuePools, releaseHolds } from './pools/release.ts';
import { mailReceipt, mailRefundNotice, sendReceipt, sendRefundNotice } from './receipts/mail.ts';

const nothing = z.object({});
const alone = { payload: nothing, concurrency: 1, retries: 2 };
const reconcile = defineJob({ name: 'orders.reconcile', ...alone });
const fetchEvents = defineJob({ name: 'orders.fetch-events', ...alone });
const closePools = defineJob({ name: 'orders.close-pools', ...alone });
const compareLedger = defineJob({ name: 'orders.check-ledger', ...alone, retries: 0 });

export function orderJobs(context: Context) {
  return [
    onJob(sendReceipt, (receipt) => mailReceipt(context, receipt)),
    onJob(sendRefundNotice, ({ refundId }) => mailRefundNotice(context, refundId)),
    onJob(handleEvent, (event) => followEvent(context, event)),
    onJob(chargePoolJob, ({ orderId }) => chargePool(context, orderId)),
    onJob(releaseHoldsJob, ({ orderId }) => releaseHolds(context, orderId)),
    onJob(closePoolJob, ({ orderId }) => closeDuePool(context, orderId)),
    onJob(tellPoolJob, (news) => tellPoolNews(context, news)),
    onJob(closePools, () => closeDuePools(context), { cron: '* * * * *' }),
    onJob(reconcile, () => reconcilePayments(context), { cron: '*/5 * * * *' }),
    onJob(fetchEvents, () => fetchUndeliveredEvents(context), { cron: '7 * * * *' }),
    onJob(compareLedger, () => checkLedger(context), { cron: '23 3 * * *' }),
  ];
}
