import { useQuery, useQueryClient } from '@tanstack/react-query';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import type { AlbumOnly } from '#contract/entities/album.ts';
import { callApi } from '#web/lib/api.ts';
import { albumInvitesQuery } from './album-invites.query.ts';
import { InviteByMail } from './invite-by-mail.tsx';

export function AlbumInvites({ album }: { album: AlbumOnly }) {
  const client = useQueryClient();
  const query = albumInvitesQuery(album.id);
  const { data: invites = [] } = useQuery(query);
  return (
    <InviteByMail
      invites={invites}
      reload={() => client.invalidateQueries(query)}
      send={(email) =>
        callApi(inviteEndpoints.inviteToAlbum, { body: { albumId: album.id, email, albumUUID: album.uuid } })
      }
      revoke={({ id }) => callApi(inviteEndpoints.revokeAlbumInvite, { params: { id } })}
      joinedWords="Opened"
    />
  );
}
