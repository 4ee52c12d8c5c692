import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { OrderOfUser } from '#contract/endpoints/user-administration.ts';
import { Button } from '#web/components/button.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { VirtualPageList } from '#web/components/virtual-list.tsx';
import { type OrderItem, OrderRow } from './order-row.tsx';
import { NoOrders, OrdersToolbar } from './orders-toolbar.tsx';
import { PanelFrame } from './panel.tsx';
import { useOrdersPlace } from './use-orders-place.ts';
import { userOrdersQuery } from './users.query.ts';

const ROW_PX = 132;

/** The sheets belong to the sales, which albums show too; the page hands them in. */
type OrdersPanelProps = {
  userId: number;
  refund: (order: OrderOfUser, onClose: () => void) => ReactNode;
  swap: (item: OrderItem, onClose: () => void) => ReactNode;
};

export function OrdersPanel({ userId, refund, swap }: OrdersPanelProps) {
  const { place, isFiltered } = useOrdersPlace();
  const answer = useInfiniteQuery(userOrdersQuery(userId, place));
  const [refunding, setRefunding] = useState<OrderOfUser>();
  const [swapping, setSwapping] = useState<OrderItem>();
  const { data, error, refetch } = answer;
  const orders = data?.pages.flat();
  return (
    <PanelFrame title="Orders and payments">
      {(isFiltered || (orders && orders.length > 0)) && <OrdersToolbar userId={userId} />}
      {error && !orders && <FailedState error={error} onRetry={() => void refetch()} />}
      {!orders && !error && <Skeleton label="Loading orders and payments" className="m-4 h-24" />}
      {orders?.length === 0 && <NoOrders isFiltered={isFiltered} />}
      {orders && orders.length > 0 && (
        <VirtualPageList
          label="Orders"
          rows={orders}
          keyOf={idOf}
          rowPx={ROW_PX}
          rowClassName="border-line not-last:border-b"
        >
          {(order) => (
            <OrderRow
              order={order}
              userId={userId}
              onRefund={() => setRefunding(order)}
              onSwap={setSwapping}
            />
          )}
        </VirtualPageList>
      )}
      {answer.hasNextPage && (
        <p className="border-line border-t px-4 py-3">
          <Button
            kind="line"
            size="small"
            isBusy={answer.isFetchingNextPage}
            onClick={() => void answer.fetchNextPage()}
          >
            Show more orders
          </Button>
        </p>
      )}
      {refunding && refund(refunding, () => setRefunding(undefined))}
      {swapping && swap(swapping, () => setSwapping(undefined))}
    </PanelFrame>
  );
}

const idOf = ({ id }: OrderOfUser) => id;
