import type { EventLink, EventLinkKind } from '#contract/entities/event-link.ts';
import type { Tx } from '#server/context.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { localDate } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { LINKS } from './event-links.queries.ts';
import { AUDITED_AS } from './make-link.ts';
import { showLinks } from './show-links.ts';

/** Ending a link twice changes nothing. */
export async function endEventLink(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { kind, linkId }: { kind: EventLinkKind; linkId: number },
): Promise<EventLink> {
  const links = LINKS[kind];
  const before = await links.find(db, linkId);
  if (!before) throw new AppError('not_found');
  const { eventId, label, endsOn } = before;
  const today = localDate(clock.now(), (await getEvent(db, eventId)).time_zone);
  const ended = await links.end(db, linkId, clock.now());
  if (ended) {
    await recordAudit(db, {
      actorId: actor.userId,
      action: `${AUDITED_AS[kind]}.end`,
      subject: `event:${eventId}`,
      before: { linkId, label, endsOn, standing: links.standingOf(before, today) },
      after: { linkId, label, endsOn, standing: 'ended' },
    });
  }
  const [shown] = await showLinks({ db }, kind, [ended ?? before], today);
  return shown as EventLink;
}
