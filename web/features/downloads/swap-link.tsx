import { Suspense, useState } from 'react';
import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useHasPassed } from '#web/lib/use-has-passed.ts';
import { isSwappable, isTaken, swapEndsAt } from './swap-album.ts';

const SwapAlbumSheet = lazyPart(() => import('./swap-album-sheet.tsx'), 'SwapAlbumSheet');

type SwapLinkProps = { download: AlbumDownload; found: readonly UserFoundAlbum[] };

export function SwapLink({ download, found }: SwapLinkProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasEnded = useHasPassed(swapEndsAt(download));
  if (!isOpen && !hasEnded && isTaken(download) && !download.is_suspended) {
    return <span>Downloaded, so it can no longer be swapped</span>;
  }
  if (!isOpen && (hasEnded || !isSwappable(download))) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="inline-flex min-h-11 items-center rounded-tile font-[650] text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        Swap this album
      </button>
      <Suspense>
        {isOpen && <SwapAlbumSheet download={download} found={found} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
