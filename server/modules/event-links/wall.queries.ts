import { sql } from 'kysely';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { visibleImages } from '#server/modules/images/visible-images.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

export async function isWallOn(db: Db, eventId: number): Promise<boolean> {
  const row = await db
    .selectFrom('wallEvents')
    .select('isOn')
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  return row?.isOn ?? false;
}

/** Returns false if the switch already stood so. */
export async function writeSwitch(
  db: Db,
  { eventId, isOn, changedBy, now }: { eventId: number; isOn: boolean; changedBy: number; now: Date },
): Promise<boolean> {
  const written = await db
    .insertInto('wallEvents')
    .values({ eventId, isOn, changedBy, changedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('eventId')
        .doUpdateSet({ isOn, changedBy, changedAt: now })
        .where('wallEvents.isOn', '!=', isOn),
    )
    .returning('eventId')
    .executeTakeFirst();
  return written !== undefined;
}

export function listConsents(db: Db, albumIds: readonly number[]) {
  return db.selectFrom('wallConsents').selectAll().where('albumId', '=', anyOf(albumIds)).execute();
}

export async function writeConsents(
  db: Db,
  albumIds: readonly number[],
  { agreedBy, recordedBy, now }: { agreedBy: string; recordedBy: number; now: Date },
): Promise<void> {
  const change = { agreedBy, recordedBy, recordedAt: now };
  await db
    .insertInto('wallConsents')
    .values(albumIds.map((albumId) => ({ albumId, ...change })))
    .onConflict((conflict) => conflict.column('albumId').doUpdateSet(change))
    .execute();
}

export async function removeConsents(db: Db, albumIds: readonly number[]): Promise<void> {
  await db.deleteFrom('wallConsents').where('albumId', '=', anyOf(albumIds)).execute();
}

/** Lists the published albums of an event whose teams agreed. */
export async function listShownAlbums(db: Db, eventId: number) {
  return albumsToJoin(db)
    .where('eventId', '=', eventId)
    .where('publishedAt', 'is not', null)
    .where('id', 'in', db.selectFrom('wallConsents').select('albumId'))
    .execute();
}

export type WallRow = Awaited<ReturnType<typeof listNewest>>[number];

/** The newest visible photos of these albums. */
export function listNewest(db: Db, albumIds: readonly number[], limit: number) {
  return visibleImages(db, albumIds)
    .select(sql<string>`coalesce(images.processed_at, images.created_at)`.as('arrivedAt'))
    .orderBy(sql`images.id`, 'desc')
    .limit(limit)
    .execute();
}
