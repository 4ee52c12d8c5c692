import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { callApi } from '#web/lib/api.ts';

type Wanted = { albumId: number } | { imageId: number } | { imageIds: number[] };

/** It only asks for a price, so it may be repeated although it is a POST. */
export const quoteQuery = (wanted: Wanted, coupon: string | undefined) =>
  queryOptions({
    queryKey: ['payments', 'quote', wanted, coupon ?? null],
    queryFn: ({ signal }) =>
      callApi(paymentEndpoints.quotePayment, { body: { ...wanted, coupon }, signal, retry: true }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
