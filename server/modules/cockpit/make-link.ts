import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { COCKPIT_LINK_DAYS, type cockpitEndpoints, MOST_COCKPIT_LINKS } from '#contract/endpoints/cockpit.ts';
import type { Event } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { localDate } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { lockName } from '#server/platform/lock-name.ts';
import { hashSecret, newLinkToken } from '#server/platform/secrets.ts';
import { countWorkingLinks, insertLink } from './cockpit.queries.ts';
import { showLink } from './show-links.ts';

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 3 * 365;

type NewLink = BodyOf<typeof cockpitEndpoints.makeCockpitLink>;
type MadeLink = ResponseOf<typeof cockpitEndpoints.makeCockpitLink>;

/** Returns the secret, of which only the hash is stored. */
export async function makeLink(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { eventId, label, ends_on }: NewLink & { eventId: number },
): Promise<MadeLink> {
  const event = await getEvent(db, eventId);
  const now = clock.now();
  const today = localDate(now, event.time_zone);
  await lockName(db, `cockpit-links:${eventId}`);
  if ((await countWorkingLinks(db, eventId, today)) >= MOST_COCKPIT_LINKS) {
    throw new AppError('too_many', {
      message: `An event can have ${MOST_COCKPIT_LINKS} links. End one to add another.`,
    });
  }
  const endsOn = chooseLastDay(event, today, ends_on);
  const token = newLinkToken();
  const link = await insertLink(db, {
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
    after: { linkId: link.id, label, endsOn },
  });
  return { ...(await showLink({ db }, link, today)), token };
}

function chooseLastDay(event: Event, today: string, wanted: string | undefined): string {
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
