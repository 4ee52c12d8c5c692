import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { type AlbumStanding, type ViewLimits, viewAllowance } from '#contract/rules/view-allowance.ts';
import type { AlbumWithEvent } from '#server/modules/catalogue/browse-albums.ts';
import { toIso } from '#server/platform/timestamps.ts';
import type { FoundRow } from './found-albums.queries.ts';

export function toWireFoundAlbum(
  row: FoundRow,
  { album, event }: AlbumWithEvent,
  standing: AlbumStanding,
  limits: ViewLimits,
): UserFoundAlbum {
  return {
    id: row.id,
    album,
    event,
    user_album_views: row.views ?? [],
    views_allowed: viewAllowance(standing, limits),
    owned: standing.owned,
    bought_images: standing.boughtImages,
    found_at: toIso(row.createdAt),
  };
}
