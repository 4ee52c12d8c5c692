import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import type { Order } from '#contract/entities/order.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { openOrdersQuery, orderQuery } from './checkout-order.query.ts';
import { reloadPurchases } from './reload-purchases.ts';

function keepOrder(client: QueryClient, order: Order): void {
  client.setQueryData(orderQuery(order.key).queryKey, order);
  void client.invalidateQueries(openOrdersQuery);
}

/** A refused change means that the page is stale. */
function useOrderChange<Change>(
  orderKey: string,
  change: (input: Change) => Promise<Order>,
  onChanged?: () => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (order) => {
      keepOrder(client, order);
      onChanged?.();
    },
    onError: (error) => {
      void client.invalidateQueries(orderQuery(orderKey));
      toast.error(messageOf(error));
    },
  });
}

export function useShareOrder(orderKey: string) {
  return useOrderChange(orderKey, (isPool: boolean) =>
    callApi(orderEndpoints.updateOrder, { params: { id: orderKey }, body: { is_pool: isPool } }),
  );
}

export function useCancelOrder(orderKey: string, onCanceled: () => void) {
  const client = useQueryClient();
  return useOrderChange(
    orderKey,
    () => callApi(orderEndpoints.cancelOrder, { params: { id: orderKey } }),
    () => {
      void reloadPurchases(client);
      onCanceled();
    },
  );
}

export function useLeavePool(orderKey: string, onLeft: () => void) {
  return useOrderChange(
    orderKey,
    () => callApi(orderEndpoints.leavePool, { params: { id: orderKey } }),
    onLeft,
  );
}

/** The form shows the error itself, so failures are thrown. */
export function useGift(orderKey: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (gift: { email: string | null; message: string }) =>
      callApi(orderEndpoints.setGift, { params: { id: orderKey }, body: gift }),
    onSuccess: (order) => keepOrder(client, order),
  });
}

/** The field shows the error itself, so failures are thrown. */
export function useOrderCoupon(orderKey: string) {
  const client = useQueryClient();
  return async (code: string | null) =>
    keepOrder(
      client,
      await callApi(orderEndpoints.setOrderCoupon, { params: { id: orderKey }, body: { code } }),
    );
}
