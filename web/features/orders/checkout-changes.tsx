import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import type { Order } from '#contract/entities/order.ts';
import { Button } from '#web/components/button.tsx';
import { LazyConfirmDialog } from '#web/components/lazy-confirm-dialog.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { toast } from '#web/lib/toast.ts';
import { openOrdersQuery, orderQuery, reloadPurchases } from './orders.query.ts';

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
      toast.failure(error);
    },
  });
}

export function useShareOrder(orderKey: string) {
  return useOrderChange(orderKey, (isPool: boolean) =>
    callApi(orderEndpoints.updateOrder, { params: { id: orderKey }, body: { is_pool: isPool } }),
  );
}

function useCancelOrder(orderKey: string, onCanceled: () => void) {
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

type CancelOrderProps = { order: Order; describedBy?: string; isSmall?: boolean };

export function CancelOrder({ order, describedBy, isSmall }: CancelOrderProps) {
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useCancelOrder(order.key, () => setIsAsking(false));
  return (
    <>
      <Button
        kind="ghost"
        size={isSmall ? 'small' : 'regular'}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => setIsAsking(true)}
      >
        {i18n.t('Cancel order')}
      </Button>
      <LazyConfirmDialog
        isOpen={isAsking}
        title={i18n.t('Cancel this order?')}
        sentence={
          order.pool && order.pool.taken > 0
            ? i18n.t(
                'Holds are released, cards that were charged are refunded, and the link stops working. You can still buy the albums later.',
              )
            : i18n.t('You will not be charged for it. You can still buy the albums later.')
        }
        confirmLabel={i18n.t('Cancel order')}
        cancelLabel={i18n.t('Keep it')}
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined)}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
