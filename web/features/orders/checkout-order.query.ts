import { queryOptions } from '@tanstack/react-query';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import type { Order } from '#contract/entities/order.ts';
import { callApi } from '#web/lib/api.ts';

const FILLING_MS = 4_000;
const CHARGING_MS = 2_000;

/** Others act on a pool too, so a visible page keeps polling. */
function askAgainAfter(order: Order | undefined): number | false {
  if (order?.status !== 'open' || !order.pool) return false;
  if (order.pool.phase === 'filled' || order.pool.phase === 'released') return false;
  return order.pool.phase === 'charging' ? CHARGING_MS : FILLING_MS;
}

export const orderQuery = (orderKey: string) =>
  queryOptions({
    queryKey: ['orders', 'one', orderKey],
    queryFn: ({ signal }) => callApi(orderEndpoints.getOrder, { params: { id: orderKey }, signal }),
    staleTime: 2_000,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => askAgainAfter(state.data),
  });

export const openOrdersQuery = queryOptions({
  queryKey: ['orders', 'mine', 'open'],
  queryFn: ({ signal }) => callApi(orderEndpoints.listMyOrders, { query: { scope: 'open' }, signal }),
  staleTime: 5_000,
  refetchOnWindowFocus: true,
});
