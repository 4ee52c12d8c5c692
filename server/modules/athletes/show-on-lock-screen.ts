import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import type { ShowAthlete } from '#server/modules/notifications/push-message.ts';
import { issueThumbToken } from '#server/platform/security/image-tokens.ts';
import { findAthleteRow } from './athletes.queries.ts';
import { isSure, selectShown } from './matches.queries.ts';

/** The picture is a watermarked thumbnail at an address that works for a few hours, while its parent is logged in. */
export const showOnLockScreen: ShowAthlete = async (context, { userId, athleteId, albumId }) => {
  const athlete = await findAthleteRow(context.db, athleteId);
  if (athlete?.userId !== userId || athlete.deletedAt !== null) return undefined;
  const album = albumId === null ? undefined : await findAlbumFacts(context.db, albumId);
  const newest =
    album &&
    (await selectShown(context.db, [athleteId], [album.id])
      .select('matches.imageId')
      .where(isSure)
      .orderBy('matches.createdAt', 'desc')
      .orderBy('matches.score', 'desc')
      .limit(1)
      .executeTakeFirst());
  if (!newest) return { name: athlete.name, picture: undefined };
  const { imageId } = newest;
  const token = issueThumbToken(context, { folderUuid: album.uuid, userId, imageIds: [imageId] });
  const picture = `${context.config.publicUrl}/api/images/${album.uuid}/${imageId}.thumb?auth=${token}`;
  return { name: athlete.name, picture };
};
