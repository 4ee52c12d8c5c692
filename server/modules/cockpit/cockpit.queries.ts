import { type Insertable, sql } from 'kysely';
import type { CockpitLinks } from '#server/platform/database.gen.ts';
import type { Db } from '#server/platform/database.ts';

/** The chosen day is over where the event is. */
const isExpired = (now: Date) =>
  sql<boolean>`(ends_on + 1)::timestamp at time zone events.time_zone <= ${now}`;

function selectLinks(db: Db, now: Date) {
  return db
    .selectFrom('cockpitLinks')
    .innerJoin('events', 'events.id', 'cockpitLinks.eventId')
    .select([
      'cockpitLinks.id',
      'cockpitLinks.eventId',
      'cockpitLinks.label',
      'cockpitLinks.endsOn',
      'cockpitLinks.madeBy',
      'cockpitLinks.createdAt',
      'cockpitLinks.lastOpenedAt',
      'cockpitLinks.endedAt',
    ])
    .select(isExpired(now).as('isExpired'));
}

export type LinkRow = Awaited<ReturnType<typeof listLinkRows>>[number];

export function listLinkRows(db: Db, eventId: number, now: Date, limit: number) {
  return selectLinks(db, now)
    .where('cockpitLinks.eventId', '=', eventId)
    .orderBy('cockpitLinks.id', 'desc')
    .limit(limit)
    .execute();
}

export function findLinkRow(db: Db, linkId: number, now: Date) {
  return selectLinks(db, now).where('cockpitLinks.id', '=', linkId).executeTakeFirst();
}

export function findWorkingLink(db: Db, tokenHash: Buffer, now: Date) {
  return selectLinks(db, now)
    .where('tokenHash', '=', tokenHash)
    .where('endedAt', 'is', null)
    .where((eb) => eb.not(isExpired(now)))
    .executeTakeFirst();
}

/** Makers of links for one event come one after the other, so that its bound holds. */
export async function takeMakersTurn(db: Db, eventId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cockpit-links:${eventId}`}, 0))`.execute(db);
}

export async function countWorkingLinks(db: Db, eventId: number, now: Date): Promise<number> {
  const { links } = await db
    .selectFrom('cockpitLinks')
    .innerJoin('events', 'events.id', 'cockpitLinks.eventId')
    .select((eb) => eb.fn.countAll<number>().as('links'))
    .where('eventId', '=', eventId)
    .where('endedAt', 'is', null)
    .where((eb) => eb.not(isExpired(now)))
    .executeTakeFirstOrThrow();
  return links;
}

export async function insertLink(db: Db, link: Insertable<CockpitLinks>): Promise<number> {
  const { id } = await db.insertInto('cockpitLinks').values(link).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function markEnded(db: Db, linkId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cockpitLinks')
    .set({ endedAt: now })
    .where('id', '=', linkId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markOpened(db: Db, linkId: number, now: Date): Promise<void> {
  await db.updateTable('cockpitLinks').set({ lastOpenedAt: now }).where('id', '=', linkId).execute();
}
