import { MOST_WALL_PHOTOS, type Wall } from '#contract/endpoints/wall.ts';
import type { Tx } from '#server/context.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { findPosterOfEvent } from '#server/modules/catalogue/find-poster.ts';
import { listOpenReports } from '#server/modules/moderation/open-reports.ts';
import type { Db } from '#server/platform/database.ts';
import { isWallOn, listNewest, listShownAlbums } from './wall.queries.ts';
import { toWireWall } from './wall.wire.ts';

/** More than are shown, so that reported ones leave no gap. */
const MOST_READ = MOST_WALL_PHOTOS * 2;
/** A screen may still load a photo that newer ones have just pushed off the list. */
const JUST_SHOWN_MS = 60_000;

export async function showWall({ db }: Pick<Tx, 'db'>, eventId: number): Promise<Wall> {
  const event = await getEvent(db, eventId);
  const isOn = await isWallOn(db, eventId);
  const { albums, photos } = await listWallPhotos(db, eventId, isOn);
  const code = await findPosterOfEvent(db, eventId);
  return toWireWall({ event, code, isOn, albums, photos: photos.slice(0, MOST_WALL_PHOTOS) });
}

/** Returns the folder of a photo that is on the wall, or was a minute ago; undefined for any other photo of the event. */
export async function findShownFolder(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  eventId: number,
  imageId: number,
): Promise<string | undefined> {
  const { albums, photos } = await listWallPhotos(db, eventId, await isWallOn(db, eventId));
  const before = clock.now().getTime() - JUST_SHOWN_MS;
  const earlier = photos.filter(({ arrivedAt }) => Date.parse(arrivedAt) <= before);
  const shown = [...photos.slice(0, MOST_WALL_PHOTOS), ...earlier.slice(0, MOST_WALL_PHOTOS)];
  const photo = shown.find(({ id }) => id === imageId);
  return photo && albums.find(({ id }) => id === photo.albumId)?.uuid;
}

/**
 * Lists only published, visible photos of teams that agreed, newest first, and none that somebody has reported and staff have
 * not yet looked at.
 */
async function listWallPhotos(db: Db, eventId: number, isOn: boolean) {
  const albums = isOn ? await listShownAlbums(db, eventId) : [];
  const ids = albums.map(({ id }) => id);
  const newest = ids.length > 0 ? await listNewest(db, ids, MOST_READ) : [];
  const reported = await listOpenReports(
    db,
    newest.map(({ id }) => id),
  );
  return { albums, photos: newest.filter(({ id }) => !reported.has(id)) };
}
