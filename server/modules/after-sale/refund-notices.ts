import { z } from 'zod';
import { formatCents } from '#contract/rules/money.ts';
import type { Context } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-people.ts';
import { signLinks } from '#server/modules/accounts/links.ts';
import { findOrder } from '#server/modules/orders/orders.ts';
import { findAttempt } from '#server/modules/orders/payment-attempts.ts';
import { findRefundById } from '#server/modules/payments/refunds.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import type { Db } from '#server/platform/database/database.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { findReturnedByRefund } from './refunds.queries.ts';

export const sendRefundNoticeJob = defineJob({
  name: 'orders.send-refund-notice',
  payload: z.object({ refundId: z.int() }),
});

async function findRefundReader(db: Db, refundId: number) {
  const refund = await findRefundById(db, refundId);
  const attempt = refund && (await findAttempt(db, refund.attemptId));
  const order = attempt && (await findOrder(db, attempt.orderId));
  const user = attempt && (await findAddressee(db, attempt.userId));
  return order && user ? { refund, order, user, userId: attempt.userId } : undefined;
}

/** Says only that the bank was asked: it may still return the refund. */
export async function mailRefundNotice(context: Context, refundId: number): Promise<void> {
  const { db, mail } = context;
  const reader = await findRefundReader(db, refundId);
  if (!reader || reader.refund.state === 'failed') return;
  const { refund, order, user, userId } = reader;
  const { i18n, greet, frame } = await mailMessages(context, user.language);
  const subject = i18n.t('Your refund');
  const sign = await signLinks(context, { userId, about: subject });
  const content = composeMail(
    {
      title: subject,
      greeting: greet(user.firstName),
      paragraphs: [
        i18n.t('We’ve asked your bank to send back {amount} of order {number}.', {
          amount: formatCents(refund.amountCents),
          number: String(order.id),
        }),
        i18n.t('The money goes to the card you paid with. Banks usually take 5 to 10 days to show it.'),
      ],
      // An order that was never paid in full has no receipt.
      ...(order.paidAt === null
        ? {}
        : { button: { label: i18n.t('View and print the receipt'), url: sign(`/receipt/${order.key}`) } }),
    },
    frame,
  );
  await mail.send({ key: `refund-${refund.id}`, isOnce: true, to: user.email, subject, ...content });
}

export const sendReturnedNoticeJob = defineJob({
  name: 'orders.send-returned-notice',
  payload: z.object({ refundId: z.int(), isRestored: z.boolean().default(false) }),
});

export async function mailReturnedNotice(
  context: Context,
  { refundId, isRestored }: z.output<typeof sendReturnedNoticeJob.payload>,
): Promise<void> {
  const { db, mail } = context;
  const reader = await findRefundReader(db, refundId);
  const returned = await findReturnedByRefund(db, refundId);
  if (!reader || !returned) return;
  const { refund, order, user, userId } = reader;
  const { i18n, greet, frame } = await mailMessages(context, user.language);
  const subject = i18n.t('Your bank returned our refund');
  const sign = await signLinks(context, { userId, about: subject });
  const amount = formatCents(refund.amountCents);
  const content = composeMail(
    {
      title: subject,
      greeting: greet(user.firstName),
      paragraphs: [
        i18n.t(
          'Your bank returned our refund of {amount} for order {number}, so the money didn’t reach your card.',
          { amount, number: String(order.id) },
        ),
        ...(isRestored
          ? [
              order.isGift
                ? i18n.t('Whoever got your gift can open and download it again.')
                : i18n.t('What you bought is yours again. You can open and download it as before.'),
            ]
          : []),
        i18n.t('We’ll get in touch with you about the {amount}.', { amount }),
      ],
      ...(returned.hasEntitlements && !order.isGift
        ? { button: { label: i18n.t('Open my albums'), url: sign('/MyAlbums') } }
        : {}),
    },
    frame,
  );
  await mail.send({ key: `refund-returned-${refund.id}`, isOnce: true, to: user.email, subject, ...content });
}
