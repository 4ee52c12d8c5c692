import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import type { Cart } from '#contract/entities/order.ts';
import { callApi, requestApi } from '#web/lib/api.ts';
import { ApiError, isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { keepUser, readSession } from '#web/lib/session.ts';
import { openCart } from './cart-dialog-state.ts';
import { reloadUser } from './orders.query.ts';

const CHECKOUT_FAILED = /*i18n*/ 'Error converting cart to order';
const PRICE_CHANGED =
  /*i18n*/ 'A price changed while your cart was open. Check the new total, then check out again.';
/** These errors have a sentence that helps the customer further. */
const SAID_BY_SERVER = [
  'cart_empty',
  'already_owned',
  'view_before_purchase',
  'not_for_sale',
  'amount_too_large',
  'tax_place_needed',
  'tax_place_unknown',
  'tax_unavailable',
];

export function adoptCart(client: QueryClient, cart: Cart): void {
  const { user } = readSession();
  if (user) keepUser({ ...user, cart });
  void reloadUser(client);
}

export function useAddToCart() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (item: { album: number } | { images: number[] }) =>
      callApi(orderEndpoints.addCartItem, { body: item }),
    onSuccess: (cart) => adoptCart(client, cart),
    // The item may be in the cart or bought in another tab, so the user is reloaded.
    onError: () => void reloadUser(client),
  });
}

/** Puts photos into the cart and opens it, so that they are paid for together. */
export function useBuyPhotos() {
  const add = useAddToCart();
  const buy = (imageIds: readonly number[]) => {
    const items = readSession().user?.cart?.items ?? [];
    const missing = imageIds.filter((imageId) => !items.some((item) => item.image === imageId));
    if (missing.length === 0) return openCart();
    add.mutate({ images: missing }, { onSuccess: openCart });
  };
  return { buy, isPending: add.isPending, error: add.error };
}

/** The row is unmounted by then, so the callback goes to the hook and not to `mutate`. */
export function useRemoveFromCart(onRemoved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (itemId: number) => callApi(orderEndpoints.removeCartItem, { body: { id: itemId } }),
    onSuccess: (cart) => {
      adoptCart(client, cart);
      onRemoved();
    },
    onError: () => void reloadUser(client),
  });
}

/** Anything but a 200 with a key is an error. */
async function checkOutCart({ id, total }: { id: number; total?: number }): Promise<string> {
  try {
    const { status, data } = await requestApi(orderEndpoints.checkOut, { body: { id, total } });
    if (status === 200 && data.data.key) return data.data.key;
  } catch (error) {
    if (isApiError(error) && SAID_BY_SERVER.includes(error.code)) throw error;
    if (isApiError(error, 'price_changed'))
      throw new ApiError({ status: 409, code: 'price_changed', message: i18n.t(PRICE_CHANGED) });
  }
  throw new ApiError({ status: 0, code: 'checkout_failed', message: i18n.t(CHECKOUT_FAILED) });
}

export function useCheckOut(onOrdered: (orderKey: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: checkOutCart,
    onSuccess: (orderKey) => {
      void reloadUser(client);
      void client.invalidateQueries({ queryKey: ['orders'] });
      onOrdered(orderKey);
    },
    onError: () => void reloadUser(client),
  });
}
