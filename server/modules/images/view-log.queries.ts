import { sql } from 'kysely';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Lists the photos whose files lie in the folder of an album, or in the tray of an event. */
export async function listPhotosInFolder(db: Db, folderUuid: string): Promise<number[]> {
  const ready = db.selectFrom('images').select('images.id').where('state', '=', 'ready');
  const inAlbum = ready
    .where('hiddenAt', 'is', null)
    .where('albumId', 'in', albumsToJoin(db).where('uuid', '=', folderUuid).clearSelect().select('id'));
  const inTray = ready
    .where((eb) => eb.or([eb('albumId', 'is', null), eb('hiddenAt', 'is not', null)]))
    .where('eventId', 'in', eventsToJoin(db).where('trayUuid', '=', folderUuid).clearSelect().select('id'));
  const rows = await inAlbum.unionAll(inTray).execute();
  return rows.map(({ id }) => id);
}

type ShownPreviews = {
  viewer: string;
  userId: number | null;
  folder: string;
  day: string;
  /** The text of a PostgreSQL multirange. */
  images: string;
  now: Date;
};

/** Adds to what the viewer was shown of this folder today, and returns all of that. */
export async function addShownPreviews(db: Db, { now, ...shown }: ShownPreviews): Promise<string> {
  const { images } = await db
    .insertInto('shownPreviews')
    .values({ ...shown, firstAt: now, lastAt: now })
    .onConflict((conflict) =>
      conflict.columns(['viewer', 'folder', 'day']).doUpdateSet({
        images: sql<string>`shown_previews.images + excluded.images`,
        firstAt: sql<string>`least(shown_previews.first_at, excluded.first_at)`,
        lastAt: sql<string>`greatest(shown_previews.last_at, excluded.last_at)`,
      }),
    )
    .returning(sql<string>`images::text`.as('images'))
    .executeTakeFirstOrThrow();
  return images;
}

export type Viewing = { viewer: string; userId: number | null; firstAt: string; lastAt: string };

/** Lists who was shown a photo, in the order of their names, so that a long list can be read in parts. */
export function listViewings(
  db: Db,
  { imageId, after, limit }: { imageId: number; after: string; limit: number },
): Promise<Viewing[]> {
  return db
    .selectFrom('shownPreviews')
    .select((eb) => [
      'viewer',
      'userId',
      eb.fn.min('firstAt').as('firstAt'),
      eb.fn.max('lastAt').as('lastAt'),
    ])
    .where(sql<boolean>`images @> ${imageId}::bigint`)
    .where('viewer', '>', after)
    .groupBy(['viewer', 'userId'])
    .orderBy('viewer')
    .limit(limit)
    .execute();
}

export async function deleteShownPreviews(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('shownPreviews').where('lastAt', '<', before.toISOString()).execute();
}
