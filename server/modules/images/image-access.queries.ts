import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

export type Folder = {
  albumId: number | null;
  isTray: boolean;
  isPublished: boolean;
  /** Hidden photos of the folder. */
  hidden: ReadonlySet<number>;
  /** Photos on the cover of the album. */
  covers: ReadonlySet<number>;
};

export const NO_PHOTOS = { hidden: new Set<number>(), covers: new Set<number>() };

/** Finds what lies in folders: an album, or the tray of an event. */
export async function findFolders(db: Db, uuids: readonly string[]): Promise<ReadonlyMap<string, Folder>> {
  const albums = await albumsToJoin(db).where('uuid', '=', anyOf(uuids)).execute();
  const hidden = Map.groupBy(await listHidden(db, albums), ({ albumId }) => albumId);
  const folders = new Map<string, Folder>();
  for (const { id, uuid, publishedAt, coverIds } of albums) {
    folders.set(uuid, {
      albumId: id,
      isTray: false,
      isPublished: publishedAt !== null,
      hidden: new Set(hidden.get(id)?.map((image) => image.id)),
      covers: new Set(coverIds),
    });
  }
  const others = uuids.filter((uuid) => !folders.has(uuid));
  if (others.length === 0) return folders;
  for (const { trayUuid } of await eventsToJoin(db).where('trayUuid', '=', anyOf(others)).execute()) {
    folders.set(trayUuid, { ...NO_PHOTOS, albumId: null, isTray: true, isPublished: false });
  }
  return folders;
}

function listHidden(db: Db, albums: { id: number }[]) {
  return db
    .selectFrom('images')
    .select(['id', 'albumId'])
    .where('albumId', '=', anyOf(albums.map(({ id }) => id)))
    .where('hiddenAt', 'is not', null)
    .execute();
}
