import { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { apiQuery } from '#web/lib/api.ts';

export const albumInvitesQuery = (albumId: number) =>
  apiQuery(['album-invites', albumId], inviteEndpoints.listAlbumInvites, {
    params: { id: albumId },
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  });

export const orderInvitesQuery = (orderId: number) =>
  apiQuery(['order-invites', orderId], inviteEndpoints.listOrderInvites, {
    params: { id: orderId },
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  });

export type InvitesQuery = ReturnType<typeof albumInvitesQuery> | ReturnType<typeof orderInvitesQuery>;

/** The inviter's name. Looking it up counts nothing. */
export const inviterQuery = (invite: string) =>
  apiQuery(['inviter', invite], arrivingEndpoints.visitAlbumInvite, {
    body: { invite },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Each lookup is counted, so it runs only once. */
export const invitationQuery = (action: string, clientRoute: string) =>
  apiQuery(['invitation', action], inviteEndpoints.findPublicAction, {
    body: { action, client_route: clientRoute },
    staleTime: Number.POSITIVE_INFINITY,
  });
