import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import {
  mailHeaders,
  unsubscribeLink,
  unsubscribePage,
} from '#server/modules/notifications/unsubscribe-links.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue.ts';
import { findAlbumInvite } from './album-invites.queries.ts';
import { inviterName } from './inviter-name.rules.ts';

export const sendAlbumInvite = defineJob({
  name: 'invites.send-album-invite',
  payload: z.object({ inviteId: z.int(), timesSent: z.int() }),
});

/** Not sent when it was taken back, or the album was, before the mail went out. */
export async function mailAlbumInvite(
  context: Context,
  { inviteId, timesSent }: z.output<typeof sendAlbumInvite.payload>,
): Promise<void> {
  const { db, config, mail } = context;
  const invite = await findAlbumInvite(db, inviteId);
  const inviter = invite && (await findAddressee(db, invite.invitedBy));
  if (!inviter || invite.revokedAt !== null) return;
  const found = (await albumsById(context, [invite.albumId], invite.invitedBy)).get(invite.albumId);
  if (!found?.isPublished) return;
  const { album, event } = found;
  const team = [album.program_name, album.team_name].filter(Boolean).join(' ');
  const subject = `${inviterName(inviter.firstName)} shares photos of ${team} with you`;
  const link = await inTransaction(context, (tx) => unsubscribeLink(tx.db, { email: invite.email }));
  const { frame } = await mailWords(context);
  const content = composeMail(
    {
      title: subject,
      paragraphs: [
        [team, album.division_name, event.name, event.city, event.state].filter(Boolean).join(', '),
        'Open the album, log in or create an account, and preview the photos. Previews are for people with an account: it protects the athletes in them.',
      ],
      button: {
        label: 'Open the album',
        url: `${config.publicUrl}/view-album/${album.uuid}?invite=${invite.publicActionUuid}`,
      },
      note: 'You got this because someone typed in your address. If it means nothing to you, just ignore it.',
    },
    { ...frame, unsubscribeUrl: unsubscribePage(config, link) },
  );
  await mail.send({
    key: `album-invite-${invite.id}-${timesSent}`,
    to: invite.email,
    subject,
    purpose: 'invite',
    headers: mailHeaders(config, link),
    ...content,
  });
}
