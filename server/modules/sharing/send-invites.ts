import { z } from 'zod';
import { senderName } from '#contract/rules/accounts.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { accountsByEmail, findAddressee, findVerifications } from '#server/modules/accounts/find-people.ts';
import { signLinksTo } from '#server/modules/accounts/links.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { describeOrder } from '#server/modules/group-orders/pool-messages.ts';
import { findOrderOfMember, poolCard } from '#server/modules/group-orders/show-pools.ts';
import { albumMailCard } from '#server/modules/images/mail-cover.ts';
import { mailHeaders, unsubscribeLink, unsubscribePage } from '#server/modules/notifications/unsubscribe.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import { composeMail, type MailContent } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { type AlbumInviteRow, findAlbumInvite } from './album-invites.queries.ts';
import { holdInvitedAlbums } from './hold-invited-albums.ts';
import { findOrderInvite } from './order-invites.queries.ts';

const NOTE =
  'You got this email because someone entered your address. If you don’t know them, just ignore it.';

/** The button leads to `path`, and also logs in somebody who has an account. `about` names no person. */
export type Invitation = Omit<MailContent, 'button'> & { label: string; path: string; about: string };

/** Strangers get invitations, so each one carries a link that stops all further ones. */
export async function mailInvite(
  context: Context,
  { key, to, content: { path, label, about, ...content } }: { key: string; to: string; content: Invitation },
): Promise<void> {
  const { config, mail } = context;
  const link = await inTransaction(context, (tx) => unsubscribeLink(tx.db, { email: to }));
  const { frame } = await mailMessages(context);
  const sign = await signLinksTo(context, { email: to, about });
  await mail.send({
    key,
    to,
    subject: content.title,
    purpose: 'invite',
    headers: mailHeaders(config, link),
    ...composeMail(
      { ...content, button: { label, url: sign(path) }, note: NOTE },
      { ...frame, unsubscribeUrl: unsubscribePage(config, link) },
    ),
  });
}

export const sendAlbumInvite = defineJob({
  name: 'invites.send-album-invite',
  payload: z.object({ inviteId: z.int(), timesSent: z.int() }),
});

/** Sends nothing if the invitation was revoked or the album unpublished in the meantime. */
export async function mailAlbumInvite(
  context: Context & { purchases: Purchases },
  { inviteId, timesSent }: z.output<typeof sendAlbumInvite.payload>,
): Promise<void> {
  const { db } = context;
  const invite = await findAlbumInvite(db, inviteId);
  const inviter = invite && (await findAddressee(db, invite.invitedBy));
  if (!inviter || invite.revokedAt !== null) return;
  const found = (await albumsById(context, [invite.albumId], invite.invitedBy)).get(invite.albumId);
  if (!found?.publishedAt) return;
  const { album } = found;
  await holdForAccount(context, invite);
  const card = await albumMailCard(context, { albumId: invite.albumId });
  const team = [album.program_name, album.team_name].filter(Boolean).join(' ');
  await mailInvite(context, {
    key: `album-invite-${invite.id}-${timesSent}`,
    to: invite.email,
    content: {
      title: `${senderName(inviter.firstName)} shared photos of ${team} with you`,
      paragraphs: [
        'Open the album to preview the photos. To protect the athletes, only people we can reach see them.',
      ],
      cards: card ? [card] : [],
      about: `Photos of ${team}`,
      label: 'See the photos',
      path: `/view-album/${album.uuid}?invite=${invite.publicActionUuid}`,
    },
  });
}

/** Somebody who already has an account need not open the link. */
async function holdForAccount(
  context: Context & { purchases: Purchases },
  { email }: AlbumInviteRow,
): Promise<void> {
  const userId = (await accountsByEmail(context.db, [email])).get(email.toLowerCase());
  const [verifications] = userId === undefined ? [] : await findVerifications(context, [userId]);
  if (!verifications?.hasAddress) return;
  await inTransaction(context, (tx) =>
    holdInvitedAlbums({ ...tx, purchases: context.purchases }, { userId: verifications.userId, email }),
  );
}

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
