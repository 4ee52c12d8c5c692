import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { albumUnpublished } from '#server/modules/catalogue/publish-album.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { needingProvider } from '#server/platform/payments/need-provider.ts';
import { defineJob, onJob } from '#server/platform/queue.ts';
import { carryOutEvidence, sendEvidenceJob } from './disputes/send-evidence.ts';
import { deliverGift } from './gifts/deliver-gift.ts';
import { deliverGiftJob, mailGiftJob } from './gifts/job-definitions.ts';
import { mailGift } from './gifts/mail-gift.ts';
import { forgetCustomer, forgetCustomerJob } from './leaving/erase-buyer.ts';
import { deleteTriesBefore } from './payments/card-tries.ts';
import { detachLostCards } from './payments/detach-lost-cards.ts';
import { followAddressJob, tellProviderAddress } from './payments/follow-address.ts';
import { followSetup, followSetupJob } from './payments/follow-setup.ts';
import { detachCard, detachCardJob } from './payments/forget-cards.ts';
import { readFingerprints } from './payments/read-fingerprints.ts';
import { followEvent, handleEventJob } from './payments/receive-event.ts';
import { fetchUndeliveredEvents, reconcilePayments } from './payments/reconcile.ts';
import { sweepProvider } from './payments/sweep.ts';
import { chargePool } from './pools/charge.ts';
import { chargePoolJob, closePoolJob, releaseHoldsJob, tellPoolJob } from './pools/job-definitions.ts';
import { tellPoolNews } from './pools/news.ts';
import { closeDuePool, closeDuePools, releaseHolds } from './pools/release.ts';
import { withdrawAlbum } from './pools/withdraw.ts';
import { mailReceipt, sendReceiptJob } from './receipts/mail.ts';
import { mailRefundNotice, sendRefundNoticeJob } from './refunds/notice.ts';
import { mailReturnedNotice, sendReturnedNoticeJob } from './refunds/returned-notice.ts';

const oneAtATime = { payload: z.object({}), concurrency: 1, retries: 2 };
const reconcileJob = defineJob({ name: 'orders.reconcile', ...oneAtATime });
const fetchEventsJob = defineJob({ name: 'orders.fetch-events', ...oneAtATime });
const detachLostCardsJob = defineJob({ name: 'orders.detach-lost-cards', ...oneAtATime });
const closePoolsJob = defineJob({ name: 'orders.close-pools', ...oneAtATime });
const sweepJob = defineJob({ name: 'orders.sweep', ...oneAtATime });
const readFingerprintsJob = defineJob({ name: 'orders.read-fingerprints', ...oneAtATime });

/** Declined cards are counted for a day; staff can look back for a month. */
const TRIES_KEPT_MINUTES = 30 * 24 * 60;
const forgetTriesJob = defineJob({ name: 'orders.forget-card-tries', ...oneAtATime });

export function orderJobs(context: Context) {
  return [
    onJob(sendReceiptJob, (receipt) => mailReceipt(context, receipt)),
    onJob(sendRefundNoticeJob, ({ refundId }) => mailRefundNotice(context, refundId)),
    onJob(sendReturnedNoticeJob, (returned) => mailReturnedNotice(context, returned)),
    onJob(sendEvidenceJob, async ({ evidenceId }) => {
      await carryOutEvidence(context, evidenceId);
    }),
    onJob(deliverGiftJob, ({ orderId }) => deliverGift(context, orderId)),
    onJob(mailGiftJob, ({ orderId }) => mailGift(context, orderId)),
    onJob(handleEventJob, (event) => followEvent(context, event)),
    onJob(followSetupJob, (setup) => followSetup(context, setup)),
    onJob(followAddressJob, ({ userId }) => tellProviderAddress(context, userId)),
    onJob(detachCardJob, ({ methodId }) => detachCard(context, methodId)),
    onJob(chargePoolJob, ({ orderId }) => chargePool(context, orderId)),
    onJob(releaseHoldsJob, ({ orderId }) => releaseHolds(context, orderId)),
    onJob(closePoolJob, ({ orderId }) => closeDuePool(context, orderId)),
    onJob(tellPoolJob, (news) => tellPoolNews(context, news)),
    onJob(forgetCustomerJob, (customer) => forgetCustomer(context, customer)),
    onJob(albumUnpublished, ({ albumId }) => withdrawAlbum(context, albumId)),
    onJob(closePoolsJob, () => closeDuePools(context), { cron: '* * * * *' }),
    onJob(reconcileJob, () => needingProvider(context, reconcilePayments), {
      cron: '*/5 * * * *',
      atBoot: true,
    }),
    onJob(fetchEventsJob, () => needingProvider(context, fetchUndeliveredEvents), {
      cron: '7 * * * *',
      atBoot: true,
    }),
    onJob(detachLostCardsJob, () => needingProvider(context, detachLostCards), { cron: '27 * * * *' }),
    onJob(sweepJob, () => needingProvider(context, sweepProvider), { cron: '*/15 * * * *', atBoot: true }),
    onJob(readFingerprintsJob, () => needingProvider(context, readFingerprints), {
      cron: '37 * * * *',
      atBoot: true,
    }),
    onJob(
      forgetTriesJob,
      () => deleteTriesBefore(context.db, minutesFrom(context.clock.now(), -TRIES_KEPT_MINUTES)),
      { cron: '41 4 * * *' },
    ),
  ];
}
