import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { email, id, idParams, isoTimestamp, uuid } from '../primitives.ts';

const tag = 'Invites';

const invite = z.object({
  id,
  invited_email: z.string(),
  joined: z.boolean(),
  created_at: isoTimestamp,
});

export const inviteEndpoints = {
  listOrderInvites: endpoint({
    method: 'GET',
    path: '/order-invites/order/:id',
    access: 'purchases',
    tag,
    summary: 'Who was invited to an order',
    params: idParams,
    response: z.array(invite),
  }),
  inviteToOrder: endpoint({
    method: 'POST',
    path: '/order-invites',
    access: 'purchases',
    tag,
    summary: 'Invite someone to an order',
    body: z.strictObject({ orderId: id, invited_email: email, order_key: z.string().min(16).max(64) }),
    response: invite,
  }),
  listAlbumInvites: endpoint({
    method: 'GET',
    path: '/album-invites/album/:id',
    access: 'search_results',
    tag,
    summary: 'Whom the customer invited to an album',
    params: idParams,
    response: z.array(invite),
  }),
  inviteToAlbum: endpoint({
    method: 'POST',
    path: '/album-invites',
    access: 'search_results',
    tag,
    summary: 'Invite someone to an album',
    body: z.strictObject({ albumId: id, email, albumUUID: uuid }),
    response: invite,
  }),
  findPublicAction: endpoint({
    method: 'POST',
    path: '/public-action-routes/find-public',
    access: 'public',
    tag,
    summary:
      'Open a public link: counts one access where the stored route matches and the maximum is not reached',
    body: z.strictObject({ action: uuid, client_route: z.string().min(1).max(500) }),
    response: z.object({
      id,
      public_action_uuid: uuid,
      action_route: z.string(),
      action_route_match_type: z.enum(['exact', 'prefix']),
      number_of_times_accessed: z.int(),
      max_number_of_times_accessed: z.int().nullable(),
      userId: id.nullable(),
      created_at: isoTimestamp,
      updated_at: isoTimestamp,
    }),
  }),
};
