import { z } from 'zod';
import type { I18n } from '#contract/i18n.ts';
import { type Context, inTransaction } from '#server/context.ts';
import {
  accountsByEmail,
  findAddressee,
  findVerifications,
  languageOfAddress,
  senderName,
} from '#server/modules/accounts/find-people.ts';
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
import { holdInvitedAlbums } from './invites.ts';

/** The button leads to `path`, and also logs in somebody who has an account. `about` names no person. */
export type Invitation = Omit<MailContent, 'button'> & { label: string; path: string; about: string };

type InviteMail = {
  key: string;
  to: string;
  /** The inviter's language; a recipient with an account gets their own. */
  language: string | null;
  write: (i18n: I18n) => Promise<Invitation>;
};

/** Strangers get invitations, so each one carries a link that stops all further ones. */
export async function mailInvite(context: Context, { key, to, language, write }: InviteMail): Promise<void> {
  const { config, mail } = context;
  const link = await inTransaction(context, (tx) => unsubscribeLink(tx.db, { email: to }));
  const { i18n, frame } = await mailMessages(context, (await languageOfAddress(context.db, to)) ?? language);
  const { path, label, about, ...content } = await write(i18n);
  const sign = await signLinksTo(context, { email: to, about });
  await mail.send({
    key,
    to,
    subject: content.title,
    purpose: 'invite',
    headers: mailHeaders(config, link),
    ...composeMail(
      {
        ...content,
        button: { label, url: sign(path) },
        note: i18n.t(
          'You got this email because someone entered your address. If you don’t know them, just ignore it.',
        ),
      },
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
  const invite = await db
    .selectFrom('albumInvites')
    .selectAll()
    .where('id', '=', inviteId)
    .executeTakeFirst();
  const inviter = invite && (await findAddressee(db, invite.invitedBy));
  if (!inviter || invite.revokedAt !== null) return;
  const found = (await albumsById(context, [invite.albumId], invite.invitedBy)).get(invite.albumId);
  if (!found?.publishedAt) return;
  const { album } = found;
  await holdForAccount(context, invite.email);
  const team = [album.program_name, album.team_name].filter(Boolean).join(' ');
  await mailInvite(context, {
    key: `album-invite-${invite.id}-${timesSent}`,
    to: invite.email,
    language: inviter.language,
    write: async (i18n) => {
      const card = await albumMailCard(context, { albumId: invite.albumId, i18n });
      const sender = senderName(i18n, inviter.firstName);
      return {
        title: i18n.t('{sender} shared photos of {team} with you', { sender, team }),
        paragraphs: [
          i18n.t(
            'Open the album to look at the photos. To keep the kids safe, we ask everyone to log in first.',
          ),
        ],
        cards: card ? [card] : [],
        about: i18n.t('Photos of {team}', { team }),
        label: i18n.t('See the photos'),
        path: `/view-album/${album.uuid}?invite=${invite.publicActionUuid}`,
      };
    },
  });
}

/** Somebody who already has an account need not open the link. */
async function holdForAccount(context: Context & { purchases: Purchases }, email: string): Promise<void> {
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
  const invite = await db
    .selectFrom('orderInvites')
    .selectAll()
    .where('id', '=', inviteId)
    .executeTakeFirst();
  if (!invite || invite.revokedAt !== null) return;
  const order = await findOrderOfMember(db, invite.invitedBy, invite.orderId);
  const inviter = await findAddressee(db, invite.invitedBy);
  if (!order?.isOpen || !inviter) return;
  await mailInvite(context, {
    key: `order-invite-${invite.id}-${timesSent}`,
    to: invite.email,
    language: inviter.language,
    write: async (i18n) => {
      const sender = senderName(i18n, inviter.firstName);
      const teams = await describeOrder(context, i18n, order.id);
      return {
        title: i18n.t('{sender} invites you to a group order: photos of {teams}', { sender, teams }),
        paragraphs: [
          i18n.t(
            'Seven families split the price, and everyone who takes a share can download all the photos.',
          ),
          i18n.t(
            'Your card is charged only when all seven shares are taken. If that doesn’t happen in time, nobody pays.',
          ),
        ],
        cards: [await poolCard(context, i18n, order.key)],
        about: i18n.t('A group order: photos of {teams}', { teams }),
        label: i18n.t('Take a share'),
        path: `/checkout/${order.key}`,
      };
    },
  });
}
