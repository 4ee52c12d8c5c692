import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { callApi } from '#web/lib/api.ts';

export type PaymentSettings = ResponseOf<typeof orderEndpoints.paymentSettings>;

export const paymentSettingsQuery = queryOptions({
  queryKey: ['payments', 'settings'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => callApi(orderEndpoints.paymentSettings, { signal }),
});
