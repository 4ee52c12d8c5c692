import {
  EVENT_LINKS,
  type EventLink,
  type EventLinkKind,
  type NewEventLink,
} from '#contract/entities/event-link.ts';
import type { Tx } from '#server/context.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { localDate } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { lockName } from '#server/platform/lock-name.ts';
import { LINKS } from './event-links.queries.ts';
import { showLinks } from './show-links.ts';

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 3 * 365;

export const AUDITED_AS: Record<EventLinkKind, string> = {
  producer: 'cockpit-link',
  pass: 'photographer-pass',
  wall: 'wall-link',
};

/** Returns the secret, of which only the hash is stored. */
export async function makeEventLink(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { kind, eventId, label, ends_on }: NewEventLink & { kind: EventLinkKind; eventId: number },
): Promise<EventLink & { token: string }> {
  const event = await getEvent(db, eventId);
  const now = clock.now();
  const today = localDate(now, event.time_zone);
  const { most, days } = EVENT_LINKS[kind];
  await lockName(db, `${AUDITED_AS[kind]}s:${eventId}`);
  const message = `An event can have ${most} links of this kind. End one to add another.`;
  await LINKS[kind].refuseWhenFull(db, eventId, today, { most, message });
  const endsOn = chooseLastDay({ startDate: event.start_date, today, days }, ends_on);
  const values = { eventId, label, endsOn, madeBy: actor.userId, createdAt: now };
  const { link, token } = await LINKS[kind].make(db, values);
  await recordAudit(db, {
    actorId: actor.userId,
    action: `${AUDITED_AS[kind]}.make`,
    subject: `event:${eventId}`,
    after: { linkId: link.id, label, endsOn },
  });
  const [shown] = await showLinks({ db }, kind, [link], today);
  return { ...(shown as EventLink), token };
}

type Span = { startDate: string; today: string; days: number };

function chooseLastDay({ startDate, today, days }: Span, wanted: string | undefined): string {
  if (wanted === undefined) {
    const usual = daysAfter(startDate, days);
    return usual >= today ? usual : daysAfter(today, days);
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
