import { z } from 'zod';
import { senderName } from '#contract/rules/sender-name.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { accountsByEmail, findAddressee, findProofs } from '#server/modules/accounts/find-people.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { albumMailCard } from '#server/modules/images/album-mail-card.ts';
import { defineJob } from '#server/platform/queue.ts';
import { type AlbumInviteRow, findAlbumInvite } from './album-invites.queries.ts';
import { holdInvitedAlbums } from './hold-invited-albums.ts';
import { mailInvite } from './mail-invite.ts';

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
  if (!found?.isPublished) return;
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
  const [proofs] = userId === undefined ? [] : await findProofs(context, [userId]);
  if (!proofs?.hasAddress) return;
  await inTransaction(context, (tx) =>
    holdInvitedAlbums({ ...tx, purchases: context.purchases }, { userId: proofs.userId, email }),
  );
}
