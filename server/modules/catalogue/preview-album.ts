import type { ResponseOf } from '#contract/endpoint.ts';
import type { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { viewAllowance } from '#contract/rules/view-allowance.ts';
import { listAlbumImages } from '#server/modules/images/album-images.ts';
import { albumScope, issueImageToken } from '#server/modules/images/image-tokens.ts';
import { getSettings, type SettingsWorld } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';
import { findAlbum } from './albums.queries.ts';
import { type CatalogueWorld, toAlbums } from './browse-albums.ts';

const PREVIEW_MINUTES = 30;
const A_NEW_CUSTOMER = { owned: false, boughtImages: 0 };

type Preview = ResponseOf<typeof albumAdministrationEndpoints.previewAlbum>;

/** What a new customer gets for a view, whatever the staff member owns; before it is published, too. */
export async function previewAlbum(
  world: CatalogueWorld & SettingsWorld,
  actor: Actor,
  albumId: number,
): Promise<Preview> {
  const row = await findAlbum(world.db, albumId);
  const [album] = row ? await toAlbums(world, [row], actor.userId) : [];
  if (!row || !album) throw new AppError('not_found');
  const grant = {
    folderUuid: row.uuid,
    userId: actor.userId,
    scope: albumScope(A_NEW_CUSTOMER.owned),
  };
  return {
    ...album,
    published_at: toIsoOrNull(row.publishedAt),
    views_allowed: viewAllowance(A_NEW_CUSTOMER, await getSettings(world)),
    images: await listAlbumImages(world.db, albumId),
    temp_jwt: issueImageToken(world, grant, PREVIEW_MINUTES),
  };
}
