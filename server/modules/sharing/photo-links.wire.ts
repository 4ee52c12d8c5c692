import type { PhotoLink } from '#contract/endpoints/photo-links.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import { type LinkRow, photoLinks } from './photo-links.queries.ts';

export function toWireLink(row: LinkRow, title: string, now: Date): PhotoLink {
  return {
    id: row.id,
    album: row.albumId,
    label: row.label,
    title,
    photos: row.imageIds.length,
    downloads: row.allowsDownloads,
    created_at: toIso(row.createdAt),
    ends_at: toIso(row.endsAt),
    last_opened_at: toIsoOrNull(row.lastOpenedAt),
    status: photoLinks.statusOf(row, now.toISOString()),
  };
}
