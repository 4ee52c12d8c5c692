import { queryOptions } from '@tanstack/react-query';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { callApi } from '#web/lib/api.ts';

export const orderInvitesQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['order-invites', orderId],
    queryFn: ({ signal }) => callApi(inviteEndpoints.listOrderInvites, { params: { id: orderId }, signal }),
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  });
