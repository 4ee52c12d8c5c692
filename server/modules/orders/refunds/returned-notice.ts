import { z } from 'zod';
import { formatCents } from '#contract/rules/money.ts';
import type { Context } from '#server/context.ts';
import { signLinks } from '#server/modules/accounts/mail-links.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue.ts';
import { findRefundReader } from './notice.ts';
import { findReturnedByRefund } from './returned.queries.ts';

export const sendReturnedNoticeJob = defineJob({
  name: 'orders.send-returned-notice',
  payload: z.object({ refundId: z.int(), isRestored: z.boolean().default(false) }),
});

const YOURS_AGAIN = 'What you bought is yours again. You can open and download it as before.';
const GIFT_AGAIN = 'Your gift belongs to its recipient again.';

export async function mailReturnedNotice(
  context: Context,
  { refundId, isRestored }: z.output<typeof sendReturnedNoticeJob.payload>,
): Promise<void> {
  const { db, mail } = context;
  const reader = await findRefundReader(db, refundId);
  const returned = await findReturnedByRefund(db, refundId);
  if (!reader || !returned) return;
  const { refund, order, user, userId } = reader;
  const { greet, frame } = await mailWords(context);
  const subject = 'Your bank returned our refund';
  const sign = await signLinks(context, { userId, about: subject });
  const amount = formatCents(refund.amountCents);
  const content = composeMail(
    {
      title: subject,
      greeting: greet(user.firstName),
      paragraphs: [
        `Your bank returned our refund of ${amount} for your order no. ${order.id}, so the money did not reach your card.`,
        ...(isRestored ? [order.isGift ? GIFT_AGAIN : YOURS_AGAIN] : []),
        `We will get in touch with you about the ${amount}.`,
      ],
      ...(returned.hasGoods && !order.isGift
        ? { button: { label: 'Open my albums', url: sign('/MyAlbums') } }
        : {}),
    },
    frame,
  );
  await mail.send({ key: `refund-returned-${refund.id}`, isOnce: true, to: user.email, subject, ...content });
}
