import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { listSearchedAlbums } from '#server/modules/found-albums/held-album.ts';
import type { ShowAthlete } from '#server/modules/notifications/deliver-message.ts';
import { issueThumbToken } from '#server/platform/security/image-tokens.ts';
import { findAthleteRow } from './athletes.queries.ts';
import { isMatchingOn } from './athletes.ts';
import { isSure, selectShown } from './matches.queries.ts';

/** The picture is a watermarked thumbnail at an address that works for a few hours, while its parent is logged in. */
export function showOnLockScreen(purchases: Purchases): ShowAthlete {
  return async (context, { userId, athleteId, albumId }) => {
    const { db, config } = context;
    if (!(await isMatchingOn(context))) return undefined;
    const athlete = await findAthleteRow(db, athleteId);
    const album = albumId === null ? undefined : await findAlbumFacts(db, albumId);
    if (athlete?.userId !== userId || !album) return undefined;
    const searched = await listSearchedAlbums({ db, purchases }, userId);
    if (!searched.includes(album.id)) return undefined;
    const newest = await selectShown(db, [athleteId], [album.id])
      .select('matches.imageId')
      .where(isSure)
      .orderBy('matches.createdAt', 'desc')
      .orderBy('matches.score', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!newest) return undefined;
    const { imageId } = newest;
    const token = issueThumbToken(context, { folderUuid: album.uuid, userId, imageIds: [imageId] });
    const picture = `${config.publicUrl}/api/images/${album.uuid}/${imageId}.thumb?auth=${token}`;
    return { name: athlete.name, picture };
  };
}
