import type { Insertable } from 'kysely';
import type { PhotoLinks } from '#server/platform/database.gen.ts';
import type { Db } from '#server/platform/database.ts';

const MOST_LISTED = 200;

export type LinkRow = Awaited<ReturnType<typeof listLinks>>[number];

export function listLinks(db: Db, userId: number) {
  return db
    .selectFrom('photoLinks')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute();
}

export function findLink(db: Db, linkId: number) {
  return db.selectFrom('photoLinks').selectAll().where('id', '=', linkId).executeTakeFirst();
}

export function findLinkByHash(db: Db, tokenHash: Buffer) {
  return db.selectFrom('photoLinks').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst();
}

export async function countWorking(db: Db, userId: number, now: Date): Promise<number> {
  const { links } = await db
    .selectFrom('photoLinks')
    .select((eb) => eb.fn.countAll<number>().as('links'))
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now.toISOString())
    .executeTakeFirstOrThrow();
  return links;
}

export function insertLink(db: Db, link: Insertable<PhotoLinks>) {
  return db.insertInto('photoLinks').values(link).returningAll().executeTakeFirstOrThrow();
}

/** Returns undefined if the link has already ended. */
export function markEnded(db: Db, linkId: number, now: Date) {
  return db
    .updateTable('photoLinks')
    .set({ endedAt: now })
    .where('id', '=', linkId)
    .where('endedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function markOpened(db: Db, linkId: number, now: Date): Promise<void> {
  await db.updateTable('photoLinks').set({ lastOpenedAt: now }).where('id', '=', linkId).execute();
}
