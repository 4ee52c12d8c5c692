import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { signLinks } from '#server/modules/accounts/mail-links.ts';
import { findOrder, listLines } from '#server/modules/orders/orders.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue.ts';
import { composeReceipt } from './compose.ts';
import { receiptContent } from './content.ts';

/** Without a user the receipt goes to the owner of the order. */
export const sendReceiptJob = defineJob({
  name: 'orders.send-receipt',
  payload: z.object({ orderId: z.int(), userId: z.int().optional() }),
});

/** Receipts ignore the notification settings. The mail leaves at most once. */
export async function mailReceipt(
  context: Context,
  { orderId, userId }: z.output<typeof sendReceiptJob.payload>,
): Promise<void> {
  const { db, mail } = context;
  const order = await findOrder(db, orderId);
  if (!order) return;
  const readerId = userId ?? order.userId;
  const user = await findAddressee(db, readerId);
  const receipt = await composeReceipt(context, { userId: readerId, order });
  if (!receipt || !user) return;
  const words = await mailWords(context);
  const sign = await signLinks(context, {
    userId: readerId,
    about: receiptContent(receipt, '', words).title,
  });
  const albumIds = new Set((await listLines(db, [orderId])).map((line) => line.albumId));
  const [albumId] = albumIds;
  const downloadPath = albumIds.size === 1 ? `/MyAlbums?album=${albumId}` : '/MyAlbums';
  const content = receiptContent(receipt, user.firstName, words, { sign, downloadPath });
  await mail.send({
    key: `receipt-${orderId}-${readerId}`,
    isOnce: true,
    to: user.email,
    subject: content.title,
    ...composeMail(content, words.frame),
  });
}
