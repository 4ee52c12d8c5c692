import type { Image } from '#contract/entities/album.ts';
import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { viewAllowance } from '#contract/rules/view-allowance.ts';
import { standingsOf } from '#server/modules/catalogue/album-standing.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { listAlbumImages } from '#server/modules/images/album-images.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import { albumScope, issueImageToken } from '#server/platform/image-tokens.ts';
import { findFound, spendView } from './found-albums.queries.ts';
import { type FoundAlbumsWorld, getFoundAlbum } from './my-albums.ts';

const PREVIEW_MINUTES = 30;

export type ViewedAlbum = UserFoundAlbum & { images: Image[]; temp_jwt: string };

/** Spends one view of the allowance and opens the album's previews for a while. */
export async function viewAlbum(
  world: FoundAlbumsWorld,
  userId: number,
  foundId: number,
): Promise<ViewedAlbum> {
  const row = await findFound(world.db, foundId);
  if (row?.userId !== userId) throw new AppError('not_found');
  const standing = (await standingsOf(world.purchases, world.db, userId, [row.albumId]))(row.albumId);
  const album = await findAlbumFacts(world.db, row.albumId);
  if (!album?.isPublished && !standing.owned) throw new AppError('not_found');
  const limit = standing.owned ? null : viewAllowance(standing, await getSettings(world));
  if (!(await spendView(world.db, foundId, limit, world.clock.now()))) throw new AppError('views_exceeded');
  const found = await getFoundAlbum(world, foundId);
  const grant = { folderUuid: found.album.uuid, userId, scope: albumScope(standing.owned) };
  return {
    ...found,
    images: await listAlbumImages(world.db, row.albumId),
    temp_jwt: issueImageToken(world, grant, PREVIEW_MINUTES),
  };
}
