import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import type { TeamSubscription } from '#contract/entities/team-subscription.ts';
import { viewAllowance } from '#contract/rules/view-allowance.ts';
import { toIso } from '#server/platform/timestamps.ts';
import type { FoundRow } from './found-albums.queries.ts';
import type { OpenAlbum, OpenHeldAlbum } from './open-albums.ts';
import type { SubscriptionRow } from './team-subscriptions.queries.ts';

export function toWireFoundAlbum(
  row: Pick<FoundRow, 'id' | 'views' | 'createdAt'>,
  { album, event, standing, limits }: OpenAlbum,
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

export function toWireHeldAlbum({ row, ...open }: OpenHeldAlbum): UserFoundAlbum {
  return toWireFoundAlbum({ id: row.foundId, views: row.views, createdAt: row.foundAt }, open);
}

export function toWireSubscription(row: SubscriptionRow): TeamSubscription {
  return {
    id: row.id,
    program_name: row.programName,
    team_name: row.teamName,
    division_name: row.divisionName,
  };
}
