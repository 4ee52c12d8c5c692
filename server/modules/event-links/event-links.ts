import {
  EVENT_LINKS,
  type EventLink,
  type EventLinkKind,
  type NewEventLink,
} from '#contract/entities/links.ts';
import type { Tx } from '#server/context.ts';
import { listPeople, type Person } from '#server/modules/accounts/find-people.ts';
import { getEvent } from '#server/modules/catalogue/browse-albums.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { secretLinks } from '#server/platform/security/secret-links.ts';
import { localDate } from '#server/platform/time/clock.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';

const shape = { of: 'eventId', ends: 'endsOn' } as const;

/** The tables of all kinds have the same columns where links are made, listed, opened and ended. */
const producer = secretLinks('cockpitLinks', shape);
type LinksOfKind = typeof producer;
export type LinkRow = NonNullable<Awaited<ReturnType<LinksOfKind['find']>>>;

export const LINKS: Record<EventLinkKind, LinksOfKind> = {
  producer,
  pass: secretLinks('photographerPasses', shape),
  wall: secretLinks('wallLinks', shape),
};

export async function listEventLinks(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  kind: EventLinkKind,
  eventId: number,
): Promise<EventLink[]> {
  const { time_zone } = await getEvent(db, eventId);
  const rows = await LINKS[kind].list(db, eventId);
  return showLinks({ db }, kind, rows, localDate(clock.now(), time_zone));
}

export async function showLinks(
  { db }: Pick<Tx, 'db'>,
  kind: EventLinkKind,
  rows: readonly LinkRow[],
  today: string,
): Promise<EventLink[]> {
  const people = await listPeople(
    db,
    rows.map((row) => row.madeBy),
  );
  return rows.map((row) => toWireLink(row, { people, status: LINKS[kind].statusOf(row, today) }));
}

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 3 * 365;

export const AUDITED_AS = {
  producer: 'cockpit-link',
  pass: 'photographer-pass',
  wall: 'wall-link',
} as const satisfies Record<EventLinkKind, string>;

/** Returns the secret, of which only the hash is stored. */
export async function makeEventLink(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { kind, eventId, label, ends_on }: NewEventLink & { kind: EventLinkKind; eventId: number },
): Promise<EventLink & { token: string }> {
  const event = await getEvent(db, eventId);
  const now = clock.now();
  const today = localDate(now, event.time_zone);
  const { max, days } = EVENT_LINKS[kind];
  await advisoryLock(db, `${AUDITED_AS[kind]}s:${eventId}`);
  const message = `An event can have ${max} links of this kind. End one to add another.`;
  await LINKS[kind].refuseWhenFull(db, eventId, today, { max, message });
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
      before: { linkId, label, endsOn, status: links.statusOf(before, today) },
      after: { linkId, label, endsOn, status: 'ended' },
    });
  }
  const [shown] = await showLinks({ db }, kind, [ended ?? before], today);
  return shown as EventLink;
}

export type ResolvedLink = Pick<LinkRow, 'id' | 'eventId' | 'label' | 'endsOn'>;

/** Finds a link by its secret. Wrong, ended and expired links get the same answer. */
export async function resolveEventLink(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  kind: EventLinkKind,
  token: string,
  refusal?: string,
): Promise<ResolvedLink> {
  const link = await LINKS[kind].findByToken(db, token);
  if (!link || !(await isWorking({ db, clock }, kind, link))) {
    throw new AppError('not_found', refusal === undefined ? {} : { message: refusal });
  }
  await LINKS[kind].markOpened(db, link, clock.now());
  return link;
}

/** Looks a link up again by its number, for pictures whose addresses must not carry its secret. */
export async function findWorkingLink(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  kind: EventLinkKind,
  linkId: number,
): Promise<ResolvedLink | undefined> {
  const link = await LINKS[kind].find(db, linkId);
  return link && (await isWorking({ db, clock }, kind, link)) ? link : undefined;
}

async function isWorking({ db, clock }: Pick<Tx, 'db' | 'clock'>, kind: EventLinkKind, link: LinkRow) {
  if (link.endedAt !== null) return false;
  const { time_zone } = await getEvent(db, link.eventId);
  return LINKS[kind].statusOf(link, localDate(clock.now(), time_zone)) === 'works';
}

const FORMER_ACCOUNT = 'A former account';

export function toWireLink(
  row: LinkRow,
  { people, status }: { people: ReadonlyMap<number, Person>; status: EventLink['status'] },
): EventLink {
  return {
    id: row.id,
    label: row.label,
    made_by: people.get(row.madeBy ?? 0)?.name ?? FORMER_ACCOUNT,
    created_at: toIso(row.createdAt),
    ends_on: row.endsOn,
    last_opened_at: toIsoOrNull(row.lastOpenedAt),
    status,
  };
}
