import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import type { AlbumOnly } from '#contract/entities/album.ts';
import { callApi } from '#web/lib/api.ts';
import { InviteByMail } from './invite-by-mail.tsx';
import { albumInvitesQuery } from './invites.query.ts';

export function AlbumInvites({ album }: { album: AlbumOnly }) {
  return (
    <InviteByMail
      query={albumInvitesQuery(album.id)}
      send={(email) =>
        callApi(inviteEndpoints.inviteToAlbum, { body: { albumId: album.id, email, albumUUID: album.uuid } })
      }
      revoke={({ id }) => callApi(inviteEndpoints.revokeAlbumInvite, { params: { id } })}
      joinedWords="Opened"
    />
  );
}
