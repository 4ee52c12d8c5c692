import type { Invite } from '#contract/endpoints/invites.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { toIso } from '#server/platform/timestamps.ts';
import type { OrderInviteRow } from './order-invites.queries.ts';
import { MOST_TIMES_SENT, RESEND_MINUTES } from './order-invites.rules.ts';

export function toWireOrderInvite(row: OrderInviteRow, hasJoined: boolean): Invite {
  const resendAt = minutesFrom(new Date(row.lastSentAt), RESEND_MINUTES).toISOString();
  return {
    id: row.id,
    invited_email: row.email,
    joined: hasJoined,
    revoked: false,
    resend_at: row.timesSent >= MOST_TIMES_SENT ? null : resendAt,
    created_at: toIso(row.createdAt),
  };
}
