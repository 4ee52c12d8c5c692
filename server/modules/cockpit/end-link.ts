import type { CockpitLink } from '#contract/endpoints/cockpit.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findLinkRow, markEnded } from './cockpit.queries.ts';
import { getLink } from './show-links.ts';

/** Open pages learn of it with their next question. Ended twice is ended. */
export async function endLink(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  linkId: number,
): Promise<CockpitLink> {
  const { db, clock } = tx;
  const link = await findLinkRow(db, linkId, clock.now());
  if (!link) throw new AppError('not_found');
  if (await markEnded(db, linkId, clock.now())) {
    const { label, endsOn } = link;
    await recordAudit(db, {
      actorId: actor.userId,
      action: 'cockpit-link.end',
      subject: `event:${link.eventId}`,
      before: { linkId, label, endsOn, standing: link.isExpired ? 'expired' : 'works' },
      after: { linkId, label, endsOn, standing: 'ended' },
    });
  }
  return getLink(tx, linkId);
}
