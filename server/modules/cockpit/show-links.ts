import type { CockpitLink } from '#contract/endpoints/cockpit.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { localDate } from '#server/platform/clock.ts';
import { type LinkRow, listLinkRows } from './cockpit.queries.ts';
import { toWireLink } from './cockpit.wire.ts';

const MOST_SHOWN = 100;

export async function listLinks(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  eventId: number,
): Promise<CockpitLink[]> {
  const { time_zone } = await getEvent(db, eventId);
  return showLinks({ db }, await listLinkRows(db, eventId, MOST_SHOWN), localDate(clock.now(), time_zone));
}

export async function showLink(tx: Pick<Tx, 'db'>, row: LinkRow, today: string): Promise<CockpitLink> {
  const [link] = await showLinks(tx, [row], today);
  return link as CockpitLink;
}

async function showLinks({ db }: Pick<Tx, 'db'>, rows: LinkRow[], today: string): Promise<CockpitLink[]> {
  const people = await listPeople(
    db,
    rows.map((row) => row.madeBy),
  );
  return rows.map((row) => toWireLink(row, { people, today }));
}
