import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { readSession } from '#web/lib/session.ts';
import { reloadUser } from './reload-purchases.ts';
import { checkOutCart } from './use-cart.ts';

async function putIntoCart(albumId: number): Promise<number> {
  try {
    return (await callApi(orderEndpoints.addCartItem, { body: { album: albumId } })).id;
  } catch (error) {
    const cartId = readSession().user?.cart?.id;
    if (isApiError(error, 'already_in_cart') && cartId !== undefined) return cartId;
    throw error;
  }
}

/** An order that cannot be shared is still an order, and its page explains what is possible. */
async function shareCost(albumId: number): Promise<string> {
  const orderKey = await checkOutCart({ id: await putIntoCart(albumId) });
  try {
    await callApi(orderEndpoints.updateOrder, { params: { id: orderKey }, body: { is_pool: true } });
  } catch (error) {
    toast(messageOf(error));
  }
  return orderKey;
}

export function useShareCost(onOrdered: (orderKey: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: shareCost,
    onSuccess: onOrdered,
    onSettled: () => void reloadUser(client),
  });
}
