import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import type { Order } from '#contract/entities/order.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { toast } from '#web/lib/toast.ts';
import { useHasPassed } from '#web/lib/use-seconds-left.ts';
import { myDownloadsQuery } from './downloads.query.ts';

const SELF_SERVICE_MS = 48 * 60 * 60 * 1000;

export const paidOrdersQuery = apiQuery(['orders', 'mine', 'paid'], orderEndpoints.listMyOrders, {
  query: { scope: 'paid' },
});

const swapEndsAt = ({ bought_at }: AlbumDownload) => new Date(bought_at).getTime() + SELF_SERVICE_MS;

const isTaken = ({ is_taken, downloads_used }: AlbumDownload) => is_taken || downloads_used > 0;

export function isSwappable(download: AlbumDownload, now = Date.now()): boolean {
  const { is_suspended, is_swapped } = download;
  return !is_suspended && !is_swapped && !isTaken(download) && now < swapEndsAt(download);
}

/** Returns undefined for group orders, whose albums belong to everyone in the group. */
export function findSwapPrice(orders: readonly Order[], download: AlbumDownload): number | undefined {
  const order = orders.find(({ key }) => key === download.order_key);
  if (!order?.is_mine || order.is_pool) return undefined;
  const item = order.items.find(({ id }) => id === download.order_line);
  // An album bought at a special price is worth what it costs today.
  return item?.price_name ? albumPriceOf(item.album.events[0]) : item?.price;
}

export function albumsOfPrice(found: readonly UserFoundAlbum[], priceCents: number): UserFoundAlbum[] {
  return found.filter(({ owned, event }) => !owned && albumPriceOf(event) === priceCents);
}

export function useSwapAlbum(download: AlbumDownload, onSwapped: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (albumId: number) =>
      callApi(refundEndpoints.swapAlbumPayment, {
        body: { album_payment_id: download.order_line, album_id: albumId },
      }),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries(myDownloadsQuery),
        client.invalidateQueries({ queryKey: ['user-found-albums'] }),
        client.invalidateQueries({ queryKey: ['orders'] }),
      ]);
      toast(i18n.t('Swapped. The new album is yours.'));
      onSwapped();
    },
  });
}

const SwapAlbumSheet = lazyPart(() => import('./swap-album-sheet.tsx'), 'SwapAlbumSheet');

type SwapLinkProps = { download: AlbumDownload; found: readonly UserFoundAlbum[] };

export function SwapLink({ download, found }: SwapLinkProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasEnded = useHasPassed(swapEndsAt(download));
  const isPossible = !hasEnded && isSwappable(download);
  const orders = useQuery({ ...paidOrdersQuery, enabled: isPossible });
  const priceCents = orders.data && findSwapPrice(orders.data, download);
  const hasChoice = priceCents !== undefined && albumsOfPrice(found, priceCents).length > 0;
  if (!isOpen && !hasEnded && isTaken(download) && !download.is_suspended) {
    return <span>{i18n.t('You’ve opened or downloaded it, so it can’t be swapped')}</span>;
  }
  // Without another album of the same price there is nothing to swap it for.
  if (!isOpen && !(isPossible && hasChoice)) return null;
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
