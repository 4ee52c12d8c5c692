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

export function keepOrder(client: QueryClient, order: Order): void {
  client.setQueryData(orderQuery(order.key).queryKey, order);
  void client.invalidateQueries(openOrdersQuery);
}

/** A refused change means that the page is stale. */
export function useOrderChange<Change, Answer>(
  orderKey: string,
  change: (input: Change) => Promise<Answer>,
  onChanged: (answer: Answer, client: QueryClient) => unknown,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => onChanged(answer, client),
    onError: (error) => {
      void client.invalidateQueries(orderQuery(orderKey));
      toast.failure(error);
    },
  });
}

type OrderActionProps = { order: Order; describedBy?: string };

/** Ends an unpaid order and puts its items in the cart again. Nothing is lost, so it asks no question. */
export function usePutBack({ key }: Order, onDone?: () => unknown) {
  return useOrderChange(
    key,
    () => callApi(orderEndpoints.putBack, { params: { id: key } }),
    (cart, client) => {
      adoptCart(client, cart);
      void client.invalidateQueries({ queryKey: ['orders'] });
      return onDone?.();
    },
  );
}

export function PutBackOrder({ order, describedBy }: OrderActionProps) {
  const navigate = useNavigate();
  const putBack = usePutBack(order, async () => {
    await navigate({ to: paths.home });
    openCart();
  });
  return (
    <Button
      icon={ShoppingBag}
      kind="ghost"
      aria-describedby={describedBy}
      isBusy={putBack.isPending}
      onClick={() => putBack.mutate(undefined)}
    >
      {i18n.t('Put back in cart')}
    </Button>
  );
}

export function CancelOrder({ order, describedBy }: OrderActionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useOrderChange(
    order.key,
    () => callApi(orderEndpoints.cancelOrder, { params: { id: order.key } }),
    (canceled, client) => {
      keepOrder(client, canceled);
      void reloadPurchases(client);
      setIsAsking(false);
    },
  );
  return (
    <>
      <Button
        kind="ghost"
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
                'Everyone who joined gets their money back, and the link stops working. You can still buy the photos later.',
              )
            : i18n.t('You won’t be charged. You can still buy the photos later.')
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
