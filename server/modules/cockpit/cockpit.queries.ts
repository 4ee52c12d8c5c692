import type { Insertable } from 'kysely';
import type { CockpitLinks } from '#server/platform/database.gen.ts';
import type { Db } from '#server/platform/database.ts';

export type LinkRow = Awaited<ReturnType<typeof listLinkRows>>[number];

export function listLinkRows(db: Db, eventId: number, limit: number) {
  return db
    .selectFrom('cockpitLinks')
    .selectAll()
    .where('eventId', '=', eventId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function findLinkRow(db: Db, linkId: number) {
  return db.selectFrom('cockpitLinks').selectAll().where('id', '=', linkId).executeTakeFirst();
}

export function findOpenLink(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('cockpitLinks')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
}

export async function countWorkingLinks(db: Db, eventId: number, today: string): Promise<number> {
  const { links } = await db
    .selectFrom('cockpitLinks')
    .select((eb) => eb.fn.countAll<number>().as('links'))
    .where('eventId', '=', eventId)
    .where('endedAt', 'is', null)
    .where('endsOn', '>=', today)
    .executeTakeFirstOrThrow();
  return links;
}

export function insertLink(db: Db, link: Insertable<CockpitLinks>) {
  return db.insertInto('cockpitLinks').values(link).returningAll().executeTakeFirstOrThrow();
}

/** Returns undefined if the link has already ended. */
export function markEnded(db: Db, linkId: number, now: Date) {
  return db
    .updateTable('cockpitLinks')
    .set({ endedAt: now })
    .where('id', '=', linkId)
    .where('endedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function markOpened(db: Db, linkId: number, now: Date): Promise<void> {
  await db.updateTable('cockpitLinks').set({ lastOpenedAt: now }).where('id', '=', linkId).execute();
}
