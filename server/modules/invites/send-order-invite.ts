import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import {
  mailHeaders,
  unsubscribeLink,
  unsubscribePage,
} from '#server/modules/notifications/unsubscribe-links.ts';
import { describeOrder, findOrderOfMember } from '#server/modules/orders/pools/members.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue.ts';
import { inviterName } from './inviter-name.rules.ts';
import { findOrderInvite } from './order-invites.queries.ts';

export const sendOrderInvite = defineJob({
  name: 'invites.send-order-invite',
  payload: z.object({ inviteId: z.int(), timesSent: z.int() }),
});

/** Not sent when the order has closed, or the inviter has left it, before the mail went out. */
export async function mailOrderInvite(
  context: Context,
  { inviteId, timesSent }: z.output<typeof sendOrderInvite.payload>,
): Promise<void> {
  const { db, config, mail } = context;
  const invite = await findOrderInvite(db, inviteId);
  if (!invite || invite.revokedAt !== null) return;
  const order = await findOrderOfMember(db, invite.invitedBy, invite.orderId);
  const inviter = await findAddressee(db, invite.invitedBy);
  if (!order?.isOpen || !inviter) return;
  const what = await describeOrder(context, order.id);
  const subject = `${inviterName(inviter.firstName)} invites you to share the photos of ${what}`;
  const link = await inTransaction(context, (tx) => unsubscribeLink(tx.db, { email: invite.email }));
  const { frame } = await mailWords(context);
  const content = composeMail(
    {
      title: subject,
      paragraphs: [
        'Seven shares pay for the albums together, and everyone who takes one gets all photos to download.',
        'Your card is only charged when the last share is taken. If that does not happen in time, nobody pays.',
      ],
      button: { label: 'See the order', url: `${config.publicUrl}/checkout/${order.key}` },
      note: 'You got this because someone typed in your address. If it means nothing to you, just ignore it.',
    },
    { ...frame, unsubscribeUrl: unsubscribePage(config, link) },
  );
  await mail.send({
    key: `order-invite-${invite.id}-${timesSent}`,
    to: invite.email,
    subject,
    purpose: 'invite',
    headers: mailHeaders(config, link),
    ...content,
  });
}
