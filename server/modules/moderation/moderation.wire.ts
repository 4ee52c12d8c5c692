import { REVIEW_HOURS, type ReportInReview, URGENT_REVIEW_HOURS } from '#contract/endpoints/moderation.ts';
import type { Person } from '#server/modules/accounts/find-people.ts';
import type { AlbumWithEvent } from '#server/modules/catalogue/browse-albums.ts';
import type { PhotoInReview } from '#server/modules/images/album-images.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import type { ReportRow, ReportType } from './moderation.queries.ts';

export function toWireReport(row: ReportRow) {
  return {
    id: row.id,
    image: row.imageId,
    album: row.albumId,
    event: row.eventId,
    user: row.userId,
    type: row.type as ReportType,
    memo: row.memo,
    ack: row.acknowledgedAt !== null,
    removed: row.removed,
    staff_first: row.staffFirst,
    created_at: toIso(row.createdAt),
  };
}

type ReviewParts = {
  photo: PhotoInReview;
  auth: string;
  found: AlbumWithEvent;
  people: ReadonlyMap<number, Person>;
};

export function toWireReportInReview(
  row: ReportRow,
  { photo, auth, found: { album, event }, people }: ReviewParts,
): ReportInReview {
  const { fileName, folderUuid, isHidden, ...image } = photo;
  const reporter = people.get(row.userId);
  const hours = row.staffFirst ? URGENT_REVIEW_HOURS : REVIEW_HOURS;
  const decideBy = new Date(Date.parse(toIso(row.createdAt)) + hours * 3600_000);
  return {
    ...toWireReport(row),
    decide_by: decideBy.toISOString(),
    acknowledged_at: toIsoOrNull(row.acknowledgedAt),
    acknowledged_by:
      row.acknowledgedBy === null
        ? null
        : { id: row.acknowledgedBy, name: people.get(row.acknowledgedBy)?.name ?? '' },
    reporter: { name: reporter?.name ?? '', email: reporter?.email ?? '' },
    album_name: `${album.program_name} ${album.team_name}`.trim(),
    division_name: album.division_name,
    event_name: event.name,
    photo: { ...image, file_name: fileName, folder: folderUuid, auth, is_hidden: isHidden },
  };
}
