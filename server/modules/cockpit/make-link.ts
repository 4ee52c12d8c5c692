import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { COCKPIT_LINK_DAYS, type cockpitEndpoints, MOST_COCKPIT_LINKS } from '#contract/endpoints/cockpit.ts';
import type { Event } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { hashSecret, newLinkToken } from '#server/platform/secrets.ts';
import { countWorkingLinks, insertLink, takeMakersTurn } from './cockpit.queries.ts';
import { getLink } from './show-links.ts';

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 3 * 365;

type NewLink = BodyOf<typeof cockpitEndpoints.makeCockpitLink>;
type MadeLink = ResponseOf<typeof cockpitEndpoints.makeCockpitLink>;

/** The secret is told in this answer and nowhere else: who loses it makes another link. */
export async function makeLink(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  eventId: number,
  { label, ends_on }: NewLink,
): Promise<MadeLink> {
  const { db, clock } = tx;
  const [event, now] = [await getEvent(db, eventId), clock.now()];
  await takeMakersTurn(db, eventId);
  if ((await countWorkingLinks(db, eventId, now)) >= MOST_COCKPIT_LINKS) {
    throw new AppError('too_many', { message: 'End a link first: an event has so many at most.' });
  }
  const endsOn = chooseLastDay(event, now, ends_on);
  const token = newLinkToken();
  const linkId = await insertLink(db, {
    eventId,
    label,
    endsOn,
    tokenHash: hashSecret(token),
    madeBy: actor.userId,
    createdAt: now,
  });
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'cockpit-link.make',
    subject: `event:${eventId}`,
    after: { linkId, label, endsOn },
  });
  return { ...(await getLink(tx, linkId)), token };
}

function chooseLastDay(event: Event, now: Date, wanted: string | undefined): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: event.time_zone }).format(now);
  if (wanted === undefined) {
    const usual = daysAfter(event.start_date, COCKPIT_LINK_DAYS);
    return usual >= today ? usual : daysAfter(today, COCKPIT_LINK_DAYS);
  }
  if (wanted < today) refuseDay('Choose today or a later day');
  if (wanted > daysAfter(today, LONGEST_DAYS)) refuseDay('Choose a day within three years');
  return wanted;
}

function daysAfter(isoDate: string, days: number): string {
  return new Date(Date.parse(isoDate) + days * DAY_MS).toISOString().slice(0, 10);
}

function refuseDay(message: string): never {
  throw new AppError('invalid_request', { details: [{ path: 'ends_on', message }] });
}
