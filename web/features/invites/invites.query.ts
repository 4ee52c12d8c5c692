import { queryOptions } from '@tanstack/react-query';
import { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { callApi } from '#web/lib/api.ts';

export const albumInvitesQuery = (albumId: number) =>
  queryOptions({
    queryKey: ['album-invites', albumId],
    queryFn: ({ signal }) => callApi(inviteEndpoints.listAlbumInvites, { params: { id: albumId }, signal }),
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  });

export const orderInvitesQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['order-invites', orderId],
    queryFn: ({ signal }) => callApi(inviteEndpoints.listOrderInvites, { params: { id: orderId }, signal }),
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  });

export type InvitesQuery = ReturnType<typeof albumInvitesQuery> | ReturnType<typeof orderInvitesQuery>;

/** Who invites; looking it up counts nothing. */
export const inviterQuery = (invite: string) =>
  queryOptions({
    queryKey: ['inviter', invite],
    queryFn: ({ signal }) => callApi(arrivingEndpoints.visitAlbumInvite, { body: { invite }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Each lookup is counted, so it runs only once. */
export const invitationQuery = (action: string, clientRoute: string) =>
  queryOptions({
    queryKey: ['invitation', action],
    queryFn: ({ signal }) =>
      callApi(inviteEndpoints.findPublicAction, { body: { action, client_route: clientRoute }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
