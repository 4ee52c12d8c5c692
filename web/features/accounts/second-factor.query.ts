import { queryOptions } from '@tanstack/react-query';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { callApi } from '#web/lib/api.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['users', 'me', 'second-factor'],
  queryFn: ({ signal }) => callApi(secondFactorEndpoints.secondFactor, { signal }),
});
