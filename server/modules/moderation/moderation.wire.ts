import { toIso } from '#server/platform/timestamps.ts';
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
    created_at: toIso(row.createdAt),
  };
}
