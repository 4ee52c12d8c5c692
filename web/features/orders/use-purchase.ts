import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { orderEndpoints, type PayingCard } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Album } from '#contract/entities/album.ts';
import type { Order, Payment } from '#contract/entities/order.ts';
import { isTooSmallToShare, shareAmountsCents } from '#contract/rules/orders.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { openOrdersQuery, quoteQuery, reloadPurchases } from './orders.query.ts';
import { amountOf } from './pool-shares.tsx';
import { type PurchaseChoice, useChoicePrice, wantedOf } from './purchase-choices.tsx';

/** Finds the pool of this album alone that the customer has opened or joined, and that still fills. */
function findPoolOf(orders: readonly Order[] | undefined, albumId: number): Order | undefined {
  return orders?.find(
    ({ is_pool, pool, items }) =>
      is_pool && pool?.phase === 'filling' && items.length === 1 && items[0]?.album.id === albumId,
  );
}

type Purchase = { album: Album; choice: PurchaseChoice; facial: boolean };

/** The price of a choice, and the call that pays for it. */
export function usePurchase({ album, choice, facial }: Purchase) {
  const client = useQueryClient();
  const [coupon, setCoupon] = useState<string>();
  const [wantedShares, setWantedShares] = useState(1);
  // Kept while an answer is missing, so that trying again does not take more shares.
  const held = useRef<number>(undefined);
  const quote = useChoicePrice(album.id, choice, coupon);
  const isPool = choice.kind === 'pool';
  const openOrders = useQuery({ ...openOrdersQuery, enabled: isPool });
  const ownPool = isPool ? findPoolOf(openOrders.data, album.id) : undefined;
  const sharesLeft = ownPool?.pool?.shares_left ?? (quote.price ? shareAmountsCents(quote.price.total) : []);
  const shares = Math.max(1, Math.min(wantedShares, sharesLeft.length));
  // A price that is missing must not look like shares that cost nothing.
  const canShare = ownPool !== undefined || (quote.price && !isTooSmallToShare(quote.price.total));
  const poolCents = canShare ? amountOf(sharesLeft, shares) : undefined;
  const amountCents = isPool ? poolCents : quote.price?.total;

  const takeShares = async (card: PayingCard) => {
    held.current ??= ownPool?.pool?.mine ?? 0;
    const order =
      ownPool ?? (await callApi(orderEndpoints.sharePool, { body: { albumId: album.id, coupon } }));
    return callApi(orderEndpoints.takeShares, {
      params: { id: order.key },
      body: { ...card, shares, held: held.current, amount: amountCents ?? 0 },
    });
  };
  const payNow = (card: PayingCard): Promise<Payment> => {
    if (choice.kind === 'pool') return takeShares(card);
    const terms = { ...card, amount: amountCents ?? 0, facial, coupon };
    return choice.kind === 'album'
      ? callApi(paymentEndpoints.payForAlbum, { body: { albumId: album.id, ...terms } })
      : callApi(paymentEndpoints.payForImage, {
          body: { imageIds: quote.price?.images ?? choice.imageIds, ...terms },
        });
  };
  const pay = async (card: PayingCard) => {
    try {
      const payment = await payNow(card);
      held.current = undefined;
      return payment;
    } catch (error) {
      if (isApiError(error) && error.status >= 400 && error.status < 500) held.current = undefined;
      // The new price is visible before anyone can press the button again.
      if (isApiError(error) && error.status === 409) {
        await reloadPurchases(client);
        await client.refetchQueries({ queryKey: ['payments', 'quote'], type: 'active' });
      }
      throw error;
    }
  };
  const applyCoupon = async (code: string) => {
    await client.fetchQuery(quoteQuery(wantedOf(choice, album.id), code));
    setCoupon(code);
  };
  return {
    quote,
    amountCents,
    pay,
    coupon: { apply: applyCoupon, remove: () => setCoupon(undefined), isFixed: ownPool !== undefined },
    pool: isPool ? { order: ownPool, shares, sharesLeft, setShares: setWantedShares } : undefined,
  };
}
