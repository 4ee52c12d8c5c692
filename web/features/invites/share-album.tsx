import { Share } from 'lucide-react';
import { useState } from 'react';
import type { AlbumOnly } from '#contract/entities/album.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';

const AlbumInviteSheet = lazyPart(() => import('./album-invite-sheet.tsx'), 'AlbumInviteSheet');

export function ShareAlbum({ album }: { album: AlbumOnly }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={`${buttonStyle('ghost')} px-3! desk:px-[18px]!`}
      >
        <Share size={22} strokeWidth={1.8} />
        <span className="max-desk:sr-only">{i18n.t('Share')}</span>
      </button>
      {isOpen && <AlbumInviteSheet album={album} onClose={() => setIsOpen(false)} />}
    </>
  );
}
