import { queryOptions } from '@tanstack/react-query';
import { frontDoorEndpoints } from '#contract/endpoints/front-door.ts';
import { callApi } from '#web/lib/api.ts';

export const frontDoorQuery = queryOptions({
  queryKey: ['front-door'],
  queryFn: ({ signal }) => callApi(frontDoorEndpoints.getFrontDoor, { signal, retry: false }),
  staleTime: 60_000,
});
