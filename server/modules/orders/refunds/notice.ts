import { z } from 'zod';
import { formatCents } from '#contract/rules/money.ts';
import type { Context } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { signLinks } from '#server/modules/accounts/mail-links.ts';
import { findOrder } from '#server/modules/orders/orders.ts';
import { findAttempt } from '#server/modules/orders/payments/attempts.queries.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import type { Db } from '#server/platform/database.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue.ts';
import { findRefundById } from './refunds.queries.ts';

export const sendRefundNoticeJob = defineJob({
  name: 'orders.send-refund-notice',
  payload: z.object({ refundId: z.int() }),
});

export async function findRefundReader(db: Db, refundId: number) {
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
  const { greet, frame } = await mailWords(context);
  const subject = 'Your refund';
  const sign = await signLinks(context, { userId, about: subject });
  const content = composeMail(
    {
      title: subject,
      greeting: greet(user.firstName),
      paragraphs: [
        `We have asked your bank to send back ${formatCents(refund.amountCents)} of your order no. ${order.id}.`,
        'The money goes to the card you paid with. Banks usually take 5 to 10 days to show it.',
      ],
      // An order that was never paid in full has no receipt.
      ...(order.paidAt === null
        ? {}
        : { button: { label: 'View and print the receipt', url: sign(`/receipt/${order.key}`) } }),
    },
    frame,
  );
  await mail.send({ key: `refund-${refund.id}`, isOnce: true, to: user.email, subject, ...content });
}
