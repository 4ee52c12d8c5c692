import { sql } from 'kysely';
import {
  type EventPhotographerTerms,
  type EventRoster,
  MAX_CREDITED_NAMES,
} from '#contract/endpoints/roster.ts';
import type { Tx } from '#server/context.ts';
import { getStaffEvent } from '#server/modules/catalogue/browse-events.ts';
import { countCredits } from '#server/modules/images/album-images.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
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
    assigned: rows.map(({ id, name, rateBasisPoints, days }) => ({
      photographer: id,
      name,
      rate_basis_points: rateBasisPoints,
      days,
      photos: credits.reduce((sum, credit) => (credit.photographer === id ? sum + credit.photos : sum), 0),
    })),
    others: credits.filter(({ photographer }) => !rows.some(({ id }) => id === photographer)),
  };
}

type Assignment = { eventId: number; photographerId: number };

/** Assigning somebody again changes their rate and days. */
export async function assignPhotographer(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  { eventId, photographerId, terms }: Assignment & { terms: EventPhotographerTerms },
): Promise<EventRoster> {
  const event = await getStaffEvent(db, eventId);
  const { name } = await getPhotographer(db, photographerId);
  const days = terms.days && [...new Set(terms.days)].sort();
  if (days?.some((day) => day < event.start_date || day > event.last_date)) {
    throw new AppError('invalid_request', {
      details: [{ path: 'days', message: `Choose days from ${event.start_date} to ${event.last_date}` }],
    });
  }
  const before = await findAssignment(db, { eventId, photographerId });
  const values = { rateBasisPoints: terms.rate_basis_points, days };
  await db
    .insertInto('eventPhotographers')
    .values({ eventId, photographerId, ...values })
    .onConflict((conflict) => conflict.columns(['eventId', 'photographerId']).doUpdateSet(values))
    .execute();
  await recordAudit(db, {
    actorId: actor.userId,
    action: before ? 'event-photographer.change' : 'event-photographer.assign',
    subject: `event:${eventId}`,
    ...(before ? { before: { name, ...before } } : {}),
    after: { name, rate_basis_points: terms.rate_basis_points, days },
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
      subject: `event:${eventId}`,
      before: { name, ...before },
    });
  }
  return readEventRoster(db, eventId);
}

/** Locks the row, so that each change records what it really replaced. */
function findAssignment(db: Db, { eventId, photographerId }: Assignment) {
  return db
    .selectFrom('eventPhotographers')
    .select(['rateBasisPoints as rate_basis_points', DAYS.as('days')])
    .where('eventId', '=', eventId)
    .where('photographerId', '=', photographerId)
    .forUpdate()
    .executeTakeFirst();
}
