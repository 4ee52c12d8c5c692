import type { TeamSubscription, UserFoundAlbum } from '#contract/entities/album.ts';
import { viewAllowance } from '#contract/rules/albums.ts';
import { toIso } from '#server/platform/timestamps.ts';
import { writeOnce } from '#server/platform/write-once.ts';
import type { FoundRow } from './found-albums.queries.ts';
import type { OpenAlbum, OpenHeldAlbum } from './open-albums.ts';
import type { SubscriptionRow } from './team-subscriptions.queries.ts';

export function toWireFoundAlbum(
  row: Pick<FoundRow, 'id' | 'views' | 'createdAt'>,
  { album, event, standing, limits }: Omit<OpenAlbum, 'isPublished'>,
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

export function toWireHeldAlbum({ row, album, coverAuth, ...open }: OpenHeldAlbum): UserFoundAlbum {
  return toWireFoundAlbum(
    { id: row.foundId, views: row.viewsJson && JSON.parse(row.viewsJson), createdAt: row.foundAt },
    { ...open, album: { ...album, cover_auth: coverAuth } },
  );
}

/** The JSON of `toWireHeldAlbum`. What everybody sees of an album and its event was written before. */
export function writeHeldAlbum({ row, album, coverAuth, event, standing, limits }: OpenHeldAlbum): string {
  const personal = {
    views_allowed: viewAllowance(standing, limits),
    owned: standing.owned,
    bought_images: standing.boughtImages,
    found_at: toIso(row.foundAt),
  };
  const auth = coverAuth === null ? 'null' : `"${coverAuth}"`;
  const shown = `${writeOnce(album).slice(0, -1)},"cover_auth":${auth}}`;
  return `{"id":${row.foundId},"album":${shown},"event":${writeOnce(event)},"user_album_views":${row.viewsJson ?? '[]'},${JSON.stringify(personal).slice(1)}`;
}

export function toWireSubscription(row: SubscriptionRow): TeamSubscription {
  return {
    id: row.id,
    program_name: row.programName,
    team_name: row.teamName,
    division_name: row.divisionName,
  };
}
