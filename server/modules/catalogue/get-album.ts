import type { Album, Image } from '#contract/entities/album.ts';
import { roleCan } from '#contract/rules/permissions.ts';
import { listAlbumImages } from '#server/modules/images/album-images.ts';
import { albumScope, issueImageToken } from '#server/modules/images/image-tokens.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';
import { type Purchases, standingsOf } from './album-standing.ts';
import { findAlbum } from './albums.queries.ts';
import { type CatalogueWorld, toAlbums } from './browse-albums.ts';

const PREVIEW_MINUTES = 30;

/** Staff and the owner see all pictures; others the cover, until they spend a view (found-albums). */
export async function getAlbum(
  world: CatalogueWorld & { purchases: Purchases },
  actor: Actor,
  albumId: number,
): Promise<Album & { images: Image[]; temp_jwt: string; published_at?: string | null }> {
  const row = await findAlbum(world.db, albumId);
  if (!row) throw new AppError('not_found');
  const isStaff = roleCan(actor.role, 'admin_albums');
  const standingOf = await standingsOf(world.purchases, world.db, actor.userId, [albumId]);
  const isOwned = standingOf(albumId).owned;
  const isOpen = isStaff || isOwned;
  if (!isOpen && row.publishedAt === null) throw new AppError('not_found');
  const [album] = await toAlbums(world, [row], actor.userId);
  if (!album) throw new AppError('not_found');
  if (!isOpen) return { ...album, images: album.cover, temp_jwt: album.cover_auth ?? '' };
  const grant = { folderUuid: row.uuid, userId: actor.userId, scope: albumScope(isOwned) };
  return {
    ...album,
    ...(isStaff && { published_at: toIsoOrNull(row.publishedAt) }),
    images: await listAlbumImages(world.db, albumId),
    temp_jwt: issueImageToken(world, grant, PREVIEW_MINUTES),
  };
}
