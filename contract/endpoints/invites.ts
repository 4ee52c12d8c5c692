import { z } from 'zod';
import { userFoundAlbum } from '#contract/entities/album.ts';
import { NOTIFICATION_KINDS } from '#contract/rules/notifications.ts';
import { endpointsOf } from '../endpoint.ts';
import { done, email, id, idParams, isoTimestamp, uuid } from '../primitives.ts';

const endpoint = endpointsOf('Invites');

const invite = z.object({
  id,
  invited_email: z.string(),
  joined: z.boolean(),
  revoked: z.boolean(),
  /** Null means it cannot be sent again. */
  resend_at: isoTimestamp.nullable(),
  created_at: isoTimestamp,
});
export type Invite = z.output<typeof invite>;

const DAY_MINUTES = 24 * 60;

/** All calls that take the secret of a public link share one count of wrong guesses. */
export const LINK_GUESSES = [
  { name: 'public-action', per: 'device', max: 60, minutes: 15, counts: 'failures' },
  { name: 'public-action', per: 'address', max: 3_000, minutes: 15, counts: 'failures', refuses: 'failures' },
] as const;

export const inviteEndpoints = {
  listOrderInvites: endpoint('GET /order-invites/order/:id', {
    access: 'purchases',
    summary: 'List the people you invited to an order',
    params: idParams,
    response: z.array(invite),
  }),
  inviteToOrder: endpoint('POST /order-invites', {
    access: 'purchases',
    verification: 'address',
    summary: 'Invite someone to an order',
    body: z.strictObject({ orderId: id, invited_email: email, order_key: z.string().min(16).max(64) }),
    limits: [{ name: 'order-invite', per: 'account', max: 30, minutes: DAY_MINUTES, counts: 'successes' }],
    response: invite,
  }),
  listAlbumInvites: endpoint('GET /album-invites/album/:id', {
    access: 'search_results',
    summary: 'List the people you invited to an album',
    params: idParams,
    response: z.array(invite),
  }),
  inviteToAlbum: endpoint('POST /album-invites', {
    access: 'search_results',
    verification: 'address',
    summary: 'Invite someone to an album',
    body: z.strictObject({ albumId: id, email, albumUUID: uuid }),
    limits: [
      { name: 'album-invite', per: 'account', max: 30, minutes: DAY_MINUTES, counts: 'successes' },
      { name: 'album-invite', per: { field: 'email' }, max: 10, minutes: DAY_MINUTES, counts: 'successes' },
    ],
    response: invite,
  }),
  openAlbumInvite: endpoint('POST /album-invites/open', {
    access: 'search_results',
    verification: 'address',
    summary: 'Accept an invitation by its link, which adds the album to your albums',
    body: z.strictObject({ invite: uuid }),
    limits: LINK_GUESSES,
    response: userFoundAlbum,
  }),
  revokeOrderInvite: endpoint('POST /order-invites/:id/revoke', {
    access: 'purchases',
    summary: 'Revoke an invitation to an order, so that it is not sent again',
    params: idParams,
    response: done,
  }),
  revokeAlbumInvite: endpoint('POST /album-invites/:id/revoke', {
    access: 'search_results',
    summary: 'Revoke an invitation to an album, so that its link stops working',
    params: idParams,
    response: done,
  }),
  getUnsubscribe: endpoint('POST /unsubscribe/look', {
    access: 'public',
    summary: 'Show what a link would unsubscribe from, without changing anything',
    body: z.strictObject({ action: uuid }),
    limits: LINK_GUESSES,
    response: z.object({
      /** The address is masked because the link may have been forwarded. */
      email_hint: z.string(),
      /** Invitations also go to people without an account, so they can only be stopped all at once. */
      about: z.enum(['notifications', 'invites']),
      kind: z.enum(NOTIFICATION_KINDS).nullable(),
      email_kinds: z.array(z.enum(NOTIFICATION_KINDS)),
    }),
  }),
  unsubscribe: endpoint('POST /unsubscribe', {
    access: 'public',
    summary: 'Stop emails of one kind or of all kinds, by the link in an email',
    body: z.strictObject({ action: uuid, kind: z.enum(NOTIFICATION_KINDS).nullable() }),
    limits: LINK_GUESSES,
    response: done,
  }),
  unsubscribeByMailer: endpoint('POST /unsubscribe/one-click/:action', {
    access: 'public',
    summary: 'Unsubscribe with one click from a mail program (RFC 8058)',
    params: z.strictObject({ action: uuid }),
    text: { maxBytes: 4_096 },
    limits: LINK_GUESSES,
    response: done,
  }),
  findPublicAction: endpoint('POST /public-action-routes/find-public', {
    access: 'public',
    summary:
      'Open a public link: counts one access where the stored route matches and the maximum is not reached',
    body: z.strictObject({ action: uuid, client_route: z.string().min(1).max(500) }),
    limits: LINK_GUESSES,
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
