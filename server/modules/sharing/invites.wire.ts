import type { Invite } from '#contract/endpoints/invites.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import type { AlbumInviteRow } from './album-invites.queries.ts';
import { MAX_TIMES_SENT, RESEND_MINUTES } from './invites.rules.ts';
import type { OrderInvite } from './order-invites.ts';

export function toWireOrderInvite(invite: OrderInvite): Invite {
  return toWireInvite(invite, invite.hasJoined);
}

export function toWireAlbumInvite(row: AlbumInviteRow): Invite {
  return toWireInvite(row, row.joinedAt !== null);
}

function toWireInvite(row: OrderInvite | AlbumInviteRow, joined: boolean): Invite {
  const resendAt = minutesFrom(new Date(row.lastSentAt), RESEND_MINUTES).toISOString();
  return {
    id: row.id,
    invited_email: row.email,
    joined,
    revoked: row.revokedAt !== null,
    resend_at: joined || row.timesSent >= MAX_TIMES_SENT ? null : resendAt,
    created_at: toIso(row.createdAt),
  };
}
