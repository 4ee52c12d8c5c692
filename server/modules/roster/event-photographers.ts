import { sql } from 'kysely';
import {
  type EventPhotographerChange,
  type EventRoster,
  MAX_CREDITED_NAMES,
} from '#contract/endpoints/roster.ts';
import type { Tx } from '#server/context.ts';
import { getStaffEvent } from '#server/modules/catalogue/browse-albums.ts';
import { countCredits } from '#server/modules/images/album-images.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { checkVersion, selectVersion } from '#server/platform/audit/versions.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { readCredits } from './credits.ts';
import { getPhotographer } from './roster.ts';

/** The driver would make dates of them. */
const DAYS = sql<string[] | null>`days::text[]`;

export async function listEventPhotographers({ db }: Pick<Tx, 'db'>, eventId: number): Promise<EventRoster> {
  await getStaffEvent(db, eventId);
  return readEventRoster(db, eventId);
}

async function readEventRoster(db: Db, eventId: number): Promise<EventRoster> {
  const rows = await db
    .selectFrom('eventPhotographers as own')
    .innerJoin('photographers as person', 'person.id', 'own.photographerId')
    .select(['person.id', 'person.name', 'own.rateBasisPoints', DAYS.as('days')])
    .select(selectVersion(sql`'event-photographer:' || own.event_id || ':' || person.id`).as('version'))
    .where('own.eventId', '=', eventId)
    .orderBy('person.name')
    .orderBy('person.id')
    .execute();
  const personOf = await readCredits(db);
  const credits = (await countCredits(db, eventId, MAX_CREDITED_NAMES)).map(({ photographer, photos }) => ({
    name: photographer,
    photos,
    photographer: personOf(photographer)?.id ?? null,
  }));
  return {
    assigned: rows.map(({ id, version, name, rateBasisPoints, days }) => ({
      photographer: id,
      version,
      name,
      rate_basis_points: rateBasisPoints,
      days,
      photos: credits.reduce((sum, credit) => (credit.photographer === id ? sum + credit.photos : sum), 0),
    })),
    others: credits.filter(({ photographer }) => !rows.some(({ id }) => id === photographer)),
  };
}

type Assignment = { eventId: number; photographerId: number };

const subjectOf = ({ eventId, photographerId }: Assignment) =>
  `event-photographer:${eventId}:${photographerId}`;

/** Assigning somebody again changes their rate and days. */
export async function assignPhotographer(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  {
    eventId,
    photographerId,
    change: { version, ...change },
  }: Assignment & { change: EventPhotographerChange },
): Promise<EventRoster> {
  const event = await getStaffEvent(db, eventId);
  const { name, default_rate_basis_points } = await getPhotographer(db, photographerId);
  const before = await findAssignment(db, { eventId, photographerId });
  // Somebody took them off while the form was open. A form that assigns them anew has read version 0.
  if (version !== undefined && version > 0 && !before) throw new AppError('not_found');
  const subject = subjectOf({ eventId, photographerId });
  if (before) await checkVersion(db, { subject, version, edit: change });
  const usual = before ?? { rateBasisPoints: default_rate_basis_points, days: null };
  const days = change.days === undefined ? usual.days : change.days && [...new Set(change.days)].sort();
  if (change.days && days?.some((day) => day < event.start_date || day > event.last_date)) {
    throw new AppError('invalid_request', {
      details: [{ path: 'days', message: 'Choose days of this event' }],
    });
  }
  const values = { rateBasisPoints: change.rate_basis_points ?? usual.rateBasisPoints, days };
  await db
    .insertInto('eventPhotographers')
    .values({ eventId, photographerId, ...values })
    .onConflict((conflict) => conflict.columns(['eventId', 'photographerId']).doUpdateSet(values))
    .execute();
  await recordAudit(db, {
    actorId: actor.userId,
    action: before ? 'event-photographer.change' : 'event-photographer.assign',
    subject,
    before: { name, ...(before ?? { rateBasisPoints: null, days: null }) },
    after: { name, ...values },
  });
  return readEventRoster(db, eventId);
}

/** Taking off somebody who is not assigned changes nothing. */
export async function unassignPhotographer(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  { eventId, photographerId }: Assignment,
): Promise<EventRoster> {
  await getStaffEvent(db, eventId);
  const { name } = await getPhotographer(db, photographerId);
  const before = await findAssignment(db, { eventId, photographerId });
  if (before) {
    await db
      .deleteFrom('eventPhotographers')
      .where('eventId', '=', eventId)
      .where('photographerId', '=', photographerId)
      .execute();
    await recordAudit(db, {
      actorId: actor.userId,
      action: 'event-photographer.unassign',
      subject: subjectOf({ eventId, photographerId }),
      before: { name, ...before },
    });
  }
  return readEventRoster(db, eventId);
}

/** Locks the row, so that each change records what it really replaced. */
function findAssignment(db: Db, { eventId, photographerId }: Assignment) {
  return db
    .selectFrom('eventPhotographers')
    .select(['rateBasisPoints', DAYS.as('days')])
    .where('eventId', '=', eventId)
    .where('photographerId', '=', photographerId)
    .forUpdate()
    .executeTakeFirst();
}
