import type { PhotoLink } from '#contract/endpoints/photo-links.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import type { LinkRow } from './photo-links.queries.ts';

function standingOf({ endedAt, endsAt }: LinkRow, now: Date): PhotoLink['standing'] {
  if (endedAt !== null) return 'ended';
  return new Date(endsAt) > now ? 'works' : 'expired';
}

export function toWireLink(row: LinkRow, title: string, now: Date): PhotoLink {
  return {
    id: row.id,
    label: row.label,
    title,
    photos: row.imageIds.length,
    downloads: row.allowsDownloads,
    created_at: toIso(row.createdAt),
    ends_at: toIso(row.endsAt),
    last_opened_at: toIsoOrNull(row.lastOpenedAt),
    standing: standingOf(row, now),
  };
}
