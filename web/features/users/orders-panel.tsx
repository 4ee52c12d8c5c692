import { type ReactNode, useState } from 'react';
import { userOrderListEndpoints } from '#contract/endpoints/user-administration.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { userOrderList } from '#contract/lists/user-orders.ts';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useServerRows } from '#web/lib/lists/use-server-rows.ts';
import { type OrderItem, OrderRow } from './order-row.tsx';
import { Nothing, PanelFrame } from './panel.tsx';
import { PanelToolbar } from './panel-toolbar.tsx';

/** The page hands in the sheets, because features do not import each other. */
type OrdersPanelProps = {
  userId: number;
  refund: (order: OrderOfUser, onClose: () => void) => ReactNode;
  swap: (item: OrderItem, onClose: () => void) => ReactNode;
  request: (order: OrderOfUser) => ReactNode;
};

export function OrdersPanel({ userId, refund, swap, request }: OrdersPanelProps) {
  const state = useListState(userOrderList, { user: userId });
  const rows = useServerRows(state, userOrderListEndpoints);
  const [refunding, setRefunding] = useState<OrderOfUser>();
  const [swapping, setSwapping] = useState<OrderItem>();
  return (
    <PanelFrame title="Orders and payments">
      <PanelToolbar state={state} rows={rows} fileName={`orders-of-user-${userId}.csv`} />
      <StaffList
        state={state}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ id }) => `order ${id}`}
        hasKeys={false}
        rowPx={{ desk: 132, phone: 160 }}
        card={(order) => (
          <OrderRow
            order={order}
            userId={userId}
            onRefund={() => setRefunding(order)}
            onSwap={setSwapping}
            request={request}
          />
        )}
        empty={<Nothing>No orders yet.</Nothing>}
      />
      {refunding && refund(refunding, () => setRefunding(undefined))}
      {swapping && swap(swapping, () => setSwapping(undefined))}
    </PanelFrame>
  );
}
