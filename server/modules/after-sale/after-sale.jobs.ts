import type { Context } from '#server/context.ts';
import { releaseHoldsJob } from '#server/modules/group-orders/pool-messages.ts';
import { deliverGiftJob, mailGiftJob, sendReceiptJob } from '#server/modules/orders/deliver.ts';
import { onJob } from '#server/platform/queue/queue.ts';
import { forgetCustomer, forgetCustomerJob } from './buyer-data.ts';
import { executeEvidence, sendEvidenceJob } from './evidence.ts';
import { deliverGift } from './gifts.ts';
import { mailGift } from './mail-gift.ts';
import { mailReceipt } from './receipts.ts';
import {
  mailRefundNotice,
  mailReturnedNotice,
  sendRefundNoticeJob,
  sendReturnedNoticeJob,
} from './refund-notices.ts';
import { releaseHolds } from './settle-refund.ts';

export function afterSaleJobs(context: Context) {
  return [
    onJob(sendReceiptJob, (receipt) => mailReceipt(context, receipt)),
    onJob(sendRefundNoticeJob, ({ refundId }) => mailRefundNotice(context, refundId)),
    onJob(sendReturnedNoticeJob, (returned) => mailReturnedNotice(context, returned)),
    onJob(sendEvidenceJob, async ({ evidenceId }) => {
      await executeEvidence(context, evidenceId);
    }),
    onJob(deliverGiftJob, ({ orderId }) => deliverGift(context, orderId)),
    onJob(mailGiftJob, ({ orderId }) => mailGift(context, orderId)),
    onJob(releaseHoldsJob, ({ orderId }) => releaseHolds(context, orderId)),
    onJob(forgetCustomerJob, (customer) => forgetCustomer(context, customer)),
  ];
}
