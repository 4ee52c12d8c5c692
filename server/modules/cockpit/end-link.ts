import type { CockpitLink } from '#contract/endpoints/cockpit.ts';
import type { Tx } from '#server/context.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { localDate } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findLinkRow, markEnded } from './cockpit.queries.ts';
import { showLink } from './show-links.ts';

export async function endLink(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  linkId: number,
): Promise<CockpitLink> {
  const before = await findLinkRow(db, linkId);
  if (!before) throw new AppError('not_found');
  const { eventId, label, endsOn } = before;
  const today = localDate(clock.now(), (await getEvent(db, eventId)).time_zone);
  const ended = await markEnded(db, linkId, clock.now());
  if (ended) {
    await recordAudit(db, {
      actorId: actor.userId,
      action: 'cockpit-link.end',
      subject: `event:${eventId}`,
      before: { linkId, label, endsOn, standing: endsOn < today ? 'expired' : 'works' },
      after: { linkId, label, endsOn, standing: 'ended' },
    });
  }
  return showLink({ db }, ended ?? before, today);
}
