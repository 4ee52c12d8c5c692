import { z } from 'zod';
import type { Receipt } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import type { Context } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue.ts';
import { composeReceipt } from './compose-receipt.ts';
import { findOrder } from './orders.queries.ts';
import { findAttempt } from './payments.queries.ts';
import { findRefundById } from './refunds.queries.ts';

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
  const { db, config, mail } = context;
  const order = await findOrder(db, { id: orderId });
  const readerId = userId ?? order?.userId ?? 0;
  const user = await findAddressee(db, readerId);
  const receipt = order && (await composeReceipt(context, readerId, order));
  if (!receipt || !user) return;
  const subject = 'Your Encore receipt';
  const content = composeMail(
    {
      title: subject,
      paragraphs: [
        `Hello ${user.firstName}, thank you for your order no. ${receipt.number}.`,
        ...receipt.lines.map(
          (line) => `${line.description}: ${line.team}, ${line.event} – ${formatCents(line.price)}`,
        ),
        ...sumsOf(receipt),
        `Your albums and photos: ${config.publicUrl}/MyAlbums`,
      ],
      button: { label: 'View and print the receipt', url: receiptUrl(context, receipt.order_key) },
    },
    { siteUrl: config.publicUrl, postalAddress: config.mail.postalAddress },
  );
  await mail.send({ key: `receipt-${orderId}-${readerId}`, to: user.email, subject, ...content });
}

function sumsOf(receipt: Receipt): string[] {
  const { credit, discount, coupon_code: code, tax, tax_name: taxName, total, payments } = receipt;
  const paid = payments.reduce((sum, payment) => sum + payment.amount, 0);
  return [
    ...(credit > 0 ? [`Photos bought before: -${formatCents(credit)}`] : []),
    ...(discount > 0 ? [`${code ? `Coupon ${code}` : 'Discount'}: -${formatCents(discount)}`] : []),
    ...(tax > 0 ? [`${taxName}: ${formatCents(tax)}`] : []),
    `Total: ${formatCents(total)}`,
    ...(receipt.is_pool ? [`Your part: ${formatCents(paid)}`] : []),
  ];
}

/** Once the provider has taken the refund on; the bank needs its days. */
export async function mailRefundNotice(context: Context, refundId: number): Promise<void> {
  const { db, config, mail } = context;
  const refund = await findRefundById(db, refundId);
  const attempt = refund && (await findAttempt(db, refund.attemptId));
  const order = attempt && (await findOrder(db, { id: attempt.orderId }));
  const user = attempt && (await findAddressee(db, attempt.userId));
  if (!order || !user) return;
  const subject = 'Your refund';
  const content = composeMail(
    {
      title: subject,
      paragraphs: [
        `Hello ${user.firstName}, we have sent back ${formatCents(refund.amountCents)} of your order no. ${order.id}.`,
        'The money goes to the card you paid with. Banks usually need 5 to 10 days to show it.',
      ],
      // An order that was never paid in full has no receipt.
      ...(order.paidAt === null
        ? {}
        : { button: { label: 'View and print the receipt', url: receiptUrl(context, order.key) } }),
    },
    { siteUrl: config.publicUrl, postalAddress: config.mail.postalAddress },
  );
  await mail.send({ key: `refund-${refund.id}`, to: user.email, subject, ...content });
}

function receiptUrl({ config }: Context, orderKey: string): string {
  return `${config.publicUrl}/receipt/${orderKey}`;
}
