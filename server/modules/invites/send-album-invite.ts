import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { defineJob } from '#server/platform/queue.ts';
import { findAlbumInvite } from './album-invites.queries.ts';
import { inviterName } from './invites.rules.ts';
import { mailInvite } from './mail-invite.ts';

export const sendAlbumInvite = defineJob({
  name: 'invites.send-album-invite',
  payload: z.object({ inviteId: z.int(), timesSent: z.int() }),
});

/** Sends nothing if the invitation was revoked or the album unpublished in the meantime. */
export async function mailAlbumInvite(
  context: Context,
  { inviteId, timesSent }: z.output<typeof sendAlbumInvite.payload>,
): Promise<void> {
  const { db, config } = context;
  const invite = await findAlbumInvite(db, inviteId);
  const inviter = invite && (await findAddressee(db, invite.invitedBy));
  if (!inviter || invite.revokedAt !== null) return;
  const found = (await albumsById(context, [invite.albumId], invite.invitedBy)).get(invite.albumId);
  if (!found?.isPublished) return;
  const { album, event } = found;
  const team = [album.program_name, album.team_name].filter(Boolean).join(' ');
  await mailInvite(context, {
    key: `album-invite-${invite.id}-${timesSent}`,
    to: invite.email,
    content: {
      title: `${inviterName(inviter.firstName)} shared photos of ${team} with you`,
      paragraphs: [
        [team, album.division_name, event.name, event.city, event.state].filter(Boolean).join(', '),
        'Open the album, log in or create an account, and preview the photos. To protect the athletes, previews need an account.',
      ],
      button: {
        label: 'Open the album',
        url: `${config.publicUrl}/view-album/${album.uuid}?invite=${invite.publicActionUuid}`,
      },
    },
  });
}
