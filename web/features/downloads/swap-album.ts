import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import type { Order } from '#contract/entities/order.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { toast } from '#web/lib/toast.ts';
import { myDownloadsQuery } from './downloads.query.ts';

const SELF_SERVICE_MS = 48 * 60 * 60 * 1000;

export const paidOrdersQuery = apiQuery(['orders', 'mine', 'paid'], orderEndpoints.listMyOrders, {
  query: { scope: 'paid' },
});

export const swapEndsAt = ({ bought_at }: AlbumDownload) => new Date(bought_at).getTime() + SELF_SERVICE_MS;

export const isTaken = ({ is_taken, downloads_used }: AlbumDownload) => is_taken || downloads_used > 0;

export function isSwappable(download: AlbumDownload, now = Date.now()): boolean {
  const { is_suspended, is_swapped } = download;
  return !is_suspended && !is_swapped && !isTaken(download) && now < swapEndsAt(download);
}

/** An opened album keeps the link, and the sheet says why it cannot be swapped. */
export const isSwapOffered = (download: AlbumDownload) =>
  isSwappable({ ...download, is_taken: false, downloads_used: 0 });

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
