import type { TeamSubscription, UserFoundAlbum } from '#contract/entities/album.ts';
import { viewAllowance } from '#contract/rules/albums.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import type { View } from './found-albums.queries.ts';
import type { OpenAlbum } from './open-albums.ts';
import type { SubscriptionRow } from './team-subscriptions.queries.ts';

export type FoundAlbumRow = { foundId: number; foundAt: string; views: View[] | null };

export function toWireFoundAlbum({
  row,
  album,
  event,
  publishedAt,
  ownership,
  limits,
}: OpenAlbum & { row: FoundAlbumRow }): UserFoundAlbum {
  return {
    id: row.foundId,
    album,
    event,
    user_album_views: row.views ?? [],
    views_allowed: viewAllowance(ownership, limits),
    owned: ownership.owned,
    bought_images: ownership.boughtImages,
    found_at: toIso(row.foundAt),
    published_at: publishedAt === null ? null : toIso(publishedAt),
  };
}

export function toWireSubscription(row: SubscriptionRow): TeamSubscription {
  return {
    id: row.id,
    program_name: row.programName,
    team_name: row.teamName,
    division_name: row.divisionName,
  };
}
