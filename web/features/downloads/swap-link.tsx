import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import { useHasPassed } from '#web/lib/clock.ts';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { albumsOfPrice, findSwapPrice, isSwapOffered, paidOrdersQuery, swapEndsAt } from './swap-album.ts';

const SwapAlbumSheet = lazyPart(() => import('./swap-album-sheet.tsx'), 'SwapAlbumSheet');

type SwapLinkProps = { download: AlbumDownload; found: readonly UserFoundAlbum[] };

export function SwapLink({ download, found }: SwapLinkProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasEnded = useHasPassed(swapEndsAt(download));
  const isOffered = !hasEnded && isSwapOffered(download);
  const orders = useQuery({ ...paidOrdersQuery, enabled: isOffered });
  const priceCents = orders.data && findSwapPrice(orders.data, download);
  const hasChoice = priceCents !== undefined && albumsOfPrice(found, priceCents).length > 0;
  // Without another album of the same price there is nothing to swap it for.
  if (!isOpen && !(isOffered && hasChoice)) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="inline-flex min-h-11 items-center rounded-tile font-[650] text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        {i18n.t('Swap this album')}
      </button>
      {isOpen && <SwapAlbumSheet download={download} found={found} onClose={() => setIsOpen(false)} />}
    </>
  );
}
