import { Copy, QrCode as QrIcon, Send } from 'lucide-react';
import { useState } from 'react';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import type { AlbumOnly } from '#contract/entities/album.ts';
import { Button } from '#web/components/button.tsx';
import { QrCode } from '#web/components/qr-code.tsx';
import { copyLink, shareLink } from '#web/components/share-link.ts';
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
      <AlbumLink album={album} />
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

function AlbumLink({ album }: { album: AlbumOnly }) {
  const [isCodeShown, setIsCodeShown] = useState(false);
  const path = paths.viewAlbum(album.uuid);
  const { href } = new URL(path, window.location.origin);
  const team = teamName(album);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2 *:flex-1">
        {'share' in navigator && (
          <Button icon={Send} onClick={() => void shareLink(team, path)}>
            {i18n.t('Send')}
          </Button>
        )}
        <Button icon={Copy} kind="line" onClick={() => void copyLink(href)}>
          {i18n.t('Copy link')}
        </Button>
        <Button
          icon={QrIcon}
          kind="line"
          aria-expanded={isCodeShown}
          onClick={() => setIsCodeShown(!isCodeShown)}
        >
          {i18n.t('QR code')}
        </Button>
      </div>
      {isCodeShown && (
        <figure className="grid justify-items-center gap-2">
          <QrCode
            text={href}
            label={i18n.t('QR code of the link to {team}', { team })}
            className="size-[min(240px,100%)] border border-line"
          />
          <figcaption className="text-14 text-ink-2">{i18n.t('Scan it with another phone')}</figcaption>
        </figure>
      )}
    </div>
  );
}
