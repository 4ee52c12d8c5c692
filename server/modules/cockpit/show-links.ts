import type { CockpitLink } from '#contract/endpoints/cockpit.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { findLinkRow, type LinkRow, listLinkRows } from './cockpit.queries.ts';
import { toWireLink } from './cockpit.wire.ts';

const MOST_SHOWN = 100;
const FORMER_ACCOUNT = 'A former account';

type World = Pick<Tx, 'db' | 'clock'>;

export async function listLinks({ db, clock }: World, eventId: number): Promise<CockpitLink[]> {
  await getEvent(db, eventId);
  return nameMakers(db, await listLinkRows(db, eventId, clock.now(), MOST_SHOWN));
}

export async function getLink({ db, clock }: World, linkId: number): Promise<CockpitLink> {
  const row = await findLinkRow(db, linkId, clock.now());
  const [link] = row ? await nameMakers(db, [row]) : [];
  if (!link) throw new AppError('not_found');
  return link;
}

async function nameMakers(db: Db, rows: LinkRow[]): Promise<CockpitLink[]> {
  const people = await listPeople(
    db,
    rows.map((row) => row.madeBy),
  );
  return rows.map((row) => toWireLink(row, people.get(row.madeBy ?? 0)?.name ?? FORMER_ACCOUNT));
}
