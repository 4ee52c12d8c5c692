import { queryOptions } from '@tanstack/react-query';
import { payoutEndpoints } from '#contract/endpoints/payouts.ts';
import { callApi } from '#web/lib/api.ts';

export const providerBalanceQuery = queryOptions({
  queryKey: ['payouts', 'balance'],
  queryFn: ({ signal }) => callApi(payoutEndpoints.providerBalance, { signal }),
  refetchOnWindowFocus: true,
});
