import { z } from 'zod';
import { senderName } from '#contract/rules/sender-name.ts';
import type { Context } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-people.ts';
import { describeOrder } from '#server/modules/group-orders/pool-news.ts';
import { findOrderOfMember, poolCard } from '#server/modules/group-orders/show-pools.ts';
import { defineJob } from '#server/platform/queue.ts';
import { mailInvite } from './mail-invite.ts';
import { findOrderInvite } from './order-invites.queries.ts';

export const sendOrderInvite = defineJob({
  name: 'invites.send-order-invite',
  payload: z.object({ inviteId: z.int(), timesSent: z.int() }),
});

/** Sends nothing if the invitation was revoked, the order closed or the inviter left in the meantime. */
export async function mailOrderInvite(
  context: Context,
  { inviteId, timesSent }: z.output<typeof sendOrderInvite.payload>,
): Promise<void> {
  const { db } = context;
  const invite = await findOrderInvite(db, inviteId);
  if (!invite || invite.revokedAt !== null) return;
  const order = await findOrderOfMember(db, invite.invitedBy, invite.orderId);
  const inviter = await findAddressee(db, invite.invitedBy);
  if (!order?.isOpen || !inviter) return;
  const what = await describeOrder(context, order.id);
  await mailInvite(context, {
    key: `order-invite-${invite.id}-${timesSent}`,
    to: invite.email,
    content: {
      title: `${senderName(inviter.firstName)} invites you to share the photos of ${what}`,
      paragraphs: [
        'Seven shares pay for the albums together, and everyone who takes a share can download all the photos.',
        'Your card is charged only when the last share is taken. If that does not happen in time, nobody pays.',
      ],
      cards: [await poolCard(context, order.key)],
      about: `A shared order: photos of ${what}`,
      label: 'Take a share',
      path: `/checkout/${order.key}`,
    },
  });
}
