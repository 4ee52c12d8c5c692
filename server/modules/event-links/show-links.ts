import type { EventLink, EventLinkKind } from '#contract/entities/event-link.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { localDate } from '#server/platform/clock.ts';
import { LINKS, type LinkRow } from './event-links.queries.ts';
import { toWireLink } from './event-links.wire.ts';

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
  return rows.map((row) => toWireLink(row, { people, standing: LINKS[kind].standingOf(row, today) }));
}
