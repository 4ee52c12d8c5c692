import { queryOptions } from '@tanstack/react-query';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { callApi } from '#web/lib/api.ts';

export const receiptQuery = (orderKey: string) =>
  queryOptions({
    queryKey: ['orders', 'receipt', orderKey],
    queryFn: ({ signal }) => callApi(orderEndpoints.orderReceipt, { params: { id: orderKey }, signal }),
  });
