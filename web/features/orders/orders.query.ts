import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Cart, Order } from '#contract/entities/order.ts';
import { apiQuery } from '#web/lib/api.ts';

const FILLING_MS = 4_000;
const CHARGING_MS = 2_000;

/** Others act on a pool too, so a visible page keeps polling. */
function askAgainAfter(order: Order | undefined): number | false {
  if (order?.status !== 'open' || !order.pool) return false;
  if (order.pool.phase === 'filled' || order.pool.phase === 'released') return false;
  return order.pool.phase === 'charging' ? CHARGING_MS : FILLING_MS;
}

export const orderQuery = (orderKey: string) =>
  apiQuery(['orders', 'one', orderKey], orderEndpoints.getOrder, {
    params: { id: orderKey },
    staleTime: 2_000,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => askAgainAfter(state.data),
  });

export const openOrdersQuery = apiQuery(['orders', 'mine', 'open'], orderEndpoints.listMyOrders, {
  query: { scope: 'open' },
  staleTime: 5_000,
  refetchOnWindowFocus: true,
});

type Wanted = { albumId: number } | { imageId: number } | { imageIds: number[] };

/** It only asks for a price, so it may be repeated although it is a POST. */
export const quoteQuery = (wanted: Wanted, coupon: string | undefined) =>
  apiQuery(['payments', 'quote', wanted, coupon ?? null], paymentEndpoints.quotePayment, {
    body: { ...wanted, coupon },
    retry: true,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** The price of a cart with tax. Only asked while the cart itself does not know it. */
export const cartPriceQuery = (cart: Cart | null) =>
  apiQuery(['payments', 'quote', 'cart', cart?.items.map(({ id }) => id)], orderEndpoints.priceCart, {
    enabled: cart?.is_tax_known === false,
    staleTime: 10_000,
  });

export async function reloadPurchases(client: QueryClient): Promise<void> {
  await Promise.allSettled([
    client.invalidateQueries({ queryKey: ['users', 'me'] }),
    client.invalidateQueries({ queryKey: ['user-found-albums'] }),
    client.invalidateQueries({ queryKey: ['user-album-downloads'] }),
    client.invalidateQueries({ queryKey: ['user-athletes'] }),
    client.invalidateQueries({ queryKey: ['orders'] }),
    // The quote is not reloaded at once, because its page is about to show the payment.
    client.invalidateQueries({ queryKey: ['payments', 'quote'], refetchType: 'none' }),
  ]);
}

export async function reloadUser(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['users', 'me'] }).catch(() => undefined);
}
