import { Copy, QrCode as QrIcon, Share } from 'lucide-react';
import { useState } from 'react';
import type { AlbumOnly } from '#contract/entities/album.ts';
import { Button } from '#web/components/button.tsx';
import { QrCode } from '#web/components/qr-code.tsx';
import { copyLink, shareLink } from '#web/components/share-link.ts';
import { teamName } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';

export function AlbumLink({ album }: { album: AlbumOnly }) {
  const [isCodeShown, setIsCodeShown] = useState(false);
  const path = paths.viewAlbum(album.uuid);
  const { href } = new URL(path, window.location.origin);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button kind="line" onClick={() => void copyLink(href)}>
          <Copy aria-hidden size={18} strokeWidth={1.8} />
          Copy link
        </Button>
        {'share' in navigator && (
          <Button kind="line" onClick={() => void shareLink(teamName(album), path)}>
            <Share aria-hidden size={18} strokeWidth={1.8} />
            Send
          </Button>
        )}
        <Button kind="line" aria-expanded={isCodeShown} onClick={() => setIsCodeShown(!isCodeShown)}>
          <QrIcon aria-hidden size={18} strokeWidth={1.8} />
          QR code
        </Button>
      </div>
      {isCodeShown && (
        <figure className="grid justify-items-center gap-2">
          <QrCode
            text={href}
            label={`QR code of the link to ${teamName(album)}`}
            className="size-[min(240px,100%)] border border-line"
          />
          <figcaption className="text-14 text-ink-2">Scan with another phone</figcaption>
        </figure>
      )}
    </div>
  );
}
