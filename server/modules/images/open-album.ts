import type { ResponseOf } from '#contract/endpoint.ts';
import type { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { viewAllowance } from '#contract/rules/albums.ts';
import { can } from '#contract/rules/permissions.ts';
import type { Context } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { findAlbumWithEvent } from '#server/modules/catalogue/browse-albums.ts';
import { albumSubject } from '#server/modules/catalogue/publish-album.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { versionOf } from '#server/platform/audit/versions.ts';
import { type Actor, checkVerification } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { albumScope, issueImageToken } from '#server/platform/security/image-tokens.ts';
import { toIsoOrNull } from '#server/platform/time/timestamps.ts';
import { listAlbumImages } from './album-images.ts';

const TOKEN_MINUTES = 30;
const NEW_CUSTOMER = { owned: false, boughtImages: 0 };

/** Staff and owners see all pictures. Others see the cover until they spend a view (found-albums). */
export async function getAlbum(
  context: Pick<Context, 'db' | 'clock' | 'imageKeys' | 'lists'> & { purchases: Purchases },
  actor: Actor,
  albumId: number,
): Promise<ResponseOf<typeof catalogueEndpoints.getAlbum>> {
  const isStaff = can(actor, 'admin_albums');
  const version = isStaff ? await versionOf(context.db, albumSubject(albumId)) : undefined;
  const found = await findAlbumWithEvent(context, actor.userId, albumId);
  if (!found) throw new AppError('not_found');
  const { album, publishedAt, isOwned } = found;
  const isOpen = isStaff || isOwned;
  if (!isOpen && publishedAt === null) throw new AppError('not_found');
  if (!isOpen) return { ...album, images: album.cover, temp_jwt: album.cover_auth ?? '' };
  checkVerification(actor);
  const grant = { folderUuid: album.uuid, userId: actor.userId, scope: albumScope(isOwned) };
  return {
    ...album,
    ...(isStaff && { published_at: toIsoOrNull(publishedAt), version }),
    images: await listAlbumImages(context, albumId),
    temp_jwt: issueImageToken(context, grant, TOKEN_MINUTES),
  };
}

/** Shows staff what a new customer gets for a view, even before the album is published. */
export async function previewAlbum(
  context: Pick<Context, 'db' | 'clock' | 'imageKeys' | 'lists' | 'log'> & { purchases: Purchases },
  actor: Actor,
  albumId: number,
): Promise<ResponseOf<typeof albumAdministrationEndpoints.previewAlbum>> {
  const found = await findAlbumWithEvent(context, actor.userId, albumId);
  if (!found) throw new AppError('not_found');
  const { album, publishedAt } = found;
  const grant = { folderUuid: album.uuid, userId: actor.userId, scope: albumScope(NEW_CUSTOMER.owned) };
  return {
    ...album,
    published_at: toIsoOrNull(publishedAt),
    views_allowed: viewAllowance(NEW_CUSTOMER, await getSettings(context)),
    images: await listAlbumImages(context, albumId),
    temp_jwt: issueImageToken(context, grant, TOKEN_MINUTES),
  };
}
