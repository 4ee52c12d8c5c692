import { z } from 'zod';
import { formatCents } from '#contract/rules/money.ts';
import type { Context } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { findOrder } from '#server/modules/orders/order/orders.queries.ts';
import { findAttempt } from '#server/modules/orders/payments/attempts.queries.ts';
import { findRefundById } from '#server/modules/orders/refunds/refunds.queries.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue.ts';
import { composeReceipt } from './compose.ts';
import { receiptContent, receiptUrl } from './content.ts';

/** To the owner of the order, or to one who paid into it. */
export const sendReceipt = defineJob({
  name: 'orders.send-receipt',
  payload: z.object({ orderId: z.int(), userId: z.int().optional() }),
});

export const sendRefundNotice = defineJob({
  name: 'orders.send-refund-notice',
  payload: z.object({ refundId: z.int() }),
});

/** A receipt is sent whatever the notification settings say; a job that runs twice sends it once. */
export async function mailReceipt(
  context: Context,
  { orderId, userId }: z.output<typeof sendReceipt.payload>,
): Promise<void> {
  const { db, mail } = context;
  const order = await findOrder(db, { id: orderId });
  const readerId = userId ?? order?.userId ?? 0;
  const user = await findAddressee(db, readerId);
  const receipt = order && (await composeReceipt(context, readerId, order));
  if (!receipt || !user) return;
  const words = await mailWords(context);
  const content = receiptContent(receipt, user.firstName, words);
  await mail.send({
    key: `receipt-${orderId}-${readerId}`,
    to: user.email,
    subject: content.title,
    ...composeMail(content, words.frame),
  });
}

/** Once the provider has taken the refund on; the bank needs its days. */
export async function mailRefundNotice(context: Context, refundId: number): Promise<void> {
  const { db, mail } = context;
  const refund = await findRefundById(db, refundId);
  const attempt = refund && (await findAttempt(db, refund.attemptId));
  const order = attempt && (await findOrder(db, { id: attempt.orderId }));
  const user = attempt && (await findAddressee(db, attempt.userId));
  if (!order || !user) return;
  const { greet, frame } = await mailWords(context);
  const subject = 'Your refund';
  const content = composeMail(
    {
      title: subject,
      greeting: greet(user.firstName),
      paragraphs: [
        `We have sent back ${formatCents(refund.amountCents)} of your order no. ${order.id}.`,
        'The money goes to the card you paid with. Banks usually need 5 to 10 days to show it.',
      ],
      // An order that was never paid in full has no receipt.
      ...(order.paidAt === null
        ? {}
        : { button: { label: 'View and print the receipt', url: receiptUrl(frame, order.key) } }),
    },
    frame,
  );
  await mail.send({ key: `refund-${refund.id}`, to: user.email, subject, ...content });
}
