import type { PhotoLinkRow } from '#contract/entities/links.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import type { PhotoLinkRecord } from './photo-links.queries.ts';

export function toWirePhotoLinkRow(record: PhotoLinkRecord, now: Date): PhotoLinkRow {
  const endsAt = toIso(record.endsAt);
  // PostgreSQL writes .120 seconds as .12, so comparing the texts could give the wrong order.
  const isOver = Date.parse(endsAt) <= now.getTime();
  return {
    id: record.id,
    user: record.userId,
    user_name: record.userName,
    label: record.label,
    album: record.albumId,
    title: record.title,
    event: record.eventId,
    event_name: record.eventName,
    photos: record.photos,
    downloads: record.allowsDownloads,
    created_at: toIso(record.createdAt),
    ends_at: endsAt,
    last_opened_at: toIsoOrNull(record.lastOpenedAt),
    standing: record.endedAt ? 'ended' : isOver ? 'expired' : 'works',
  };
}
