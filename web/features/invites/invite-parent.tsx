import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import type { AlbumOnly } from '#contract/entities/album.ts';
import { LinkButtons } from '#web/components/link-buttons.tsx';
import { callApi } from '#web/lib/api.ts';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { InviteByMail } from './invite-by-mail.tsx';
import { albumInvitesQuery } from './invites.query.ts';

/** Invites to the previews of an album, by link, code or email. */
export function InviteParent({ album }: { album: AlbumOnly }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <LinkButtons path={paths.viewAlbum(album.uuid)} title={teamName(album)} hasCode />
      <InviteByMail
        query={albumInvitesQuery(album.id)}
        send={(email) =>
          callApi(inviteEndpoints.inviteToAlbum, {
            body: { albumId: album.id, email, albumUUID: album.uuid },
          })
        }
        revoke={({ id }) => callApi(inviteEndpoints.revokeAlbumInvite, { params: { id } })}
        joinedWords={i18n.t('Opened')}
      />
    </div>
  );
}
