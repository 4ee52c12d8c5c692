import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { callApi } from '#web/lib/api.ts';

export type PaymentSettings = ResponseOf<typeof paymentEndpoints.paymentSettings>;

export const paymentSettingsQuery = queryOptions({
  queryKey: ['payments', 'settings'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => callApi(paymentEndpoints.paymentSettings, { signal }),
});
