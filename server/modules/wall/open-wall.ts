import { MOST_WALL_PHOTOS, type Wall } from '#contract/endpoints/wall.ts';
import type { Tx } from '#server/context.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { findPosterOfEvent } from '#server/modules/catalogue/find-poster.ts';
import { listOpenReports } from '#server/modules/moderation/open-reports.ts';
import { isWallOn, listNewest, listShownAlbums } from './wall.queries.ts';
import { toWireWall } from './wall.wire.ts';

/** More than are shown, so that reported ones leave no gap. */
const MOST_READ = MOST_WALL_PHOTOS * 2;

/**
 * Shows only published, visible photos of teams that agreed, and none that somebody has reported and staff have not yet
 * looked at.
 */
export async function showWall({ db }: Pick<Tx, 'db'>, eventId: number): Promise<Wall> {
  const event = await getEvent(db, eventId);
  const isOn = await isWallOn(db, eventId);
  const albums = isOn ? await listShownAlbums(db, eventId) : [];
  const ids = albums.map(({ id }) => id);
  const newest = ids.length > 0 ? await listNewest(db, ids, MOST_READ) : [];
  const reported = await listOpenReports(
    db,
    newest.map(({ id }) => id),
  );
  const photos = newest.filter(({ id }) => !reported.has(id)).slice(0, MOST_WALL_PHOTOS);
  return toWireWall({ event, code: await findPosterOfEvent(db, eventId), isOn, albums, photos });
}
