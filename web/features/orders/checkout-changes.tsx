import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import type { Order } from '#contract/entities/order.ts';
import { Button } from '#web/components/button.tsx';
import { LazyConfirmDialog } from '#web/components/lazy-confirm-dialog.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { toast } from '#web/lib/toast.ts';
import { openCart } from './cart-dialog-state.ts';
import { openOrdersQuery, orderQuery, reloadPurchases } from './orders.query.ts';
import { adoptCart } from './use-cart.ts';

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

/** Ends an unpaid order; its items are in the cart again, which opens. */
function usePutBack(orderKey: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => callApi(orderEndpoints.putBack, { params: { id: orderKey } }),
    onSuccess: async (cart) => {
      adoptCart(client, cart);
      void client.invalidateQueries({ queryKey: ['orders'] });
      await navigate({ to: paths.home });
      openCart();
    },
    onError: (error) => {
      void client.invalidateQueries(orderQuery(orderKey));
      toast.failure(error);
    },
  });
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

type PutBackProps = { order: Order; describedBy?: string };

/** For orders that nobody has paid for. Nothing is lost, so it asks no question. */
export function PutBackOrder({ order, describedBy }: PutBackProps) {
  const putBack = usePutBack(order.key);
  return (
    <Button
      icon={ShoppingBag}
      kind="ghost"
      aria-describedby={describedBy}
      isBusy={putBack.isPending}
      onClick={() => putBack.mutate()}
    >
      {i18n.t('Put back in cart')}
    </Button>
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
        {i18n.t('Cancel group order')}
      </Button>
      <LazyConfirmDialog
        isOpen={isAsking}
        title={i18n.t('Cancel this group order?')}
        sentence={
          order.pool && order.pool.taken > 0
            ? i18n.t(
                'Everyone who joined gets their money back, and the link stops working. You can still buy the albums later.',
              )
            : i18n.t('You won’t be charged. You can still buy the albums later.')
        }
        confirmLabel={i18n.t('Cancel group order')}
        cancelLabel={i18n.t('Keep it')}
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined)}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
