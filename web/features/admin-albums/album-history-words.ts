import type { AuditRecord } from '#contract/entities/audit-entry.ts';
import { formatMoment } from './format-moment.ts';

const FIELDS: Record<string, string> = {
  programName: 'Program',
  teamName: 'Team',
  divisionName: 'Division',
  performanceOrder: 'Order',
  plannedAt: 'Planned',
  publishedAt: 'Published',
  identifier: 'Identifier',
  album: 'Album',
  albums: 'From albums',
  albumId: 'Album',
  imageId: 'Photo',
  images: 'Photos',
  count: 'Count',
  priceCents: 'Price in cents',
  memo: 'Reason',
  zip: 'Zip',
};

const MOMENTS = new Set(['plannedAt', 'publishedAt']);

type ShownChange = { label: string; before: string; after: string };

/** Leaves out what the title already says, and lists of image ids. */
export function shownChanges({ action, changes }: Pick<AuditRecord, 'action' | 'changes'>): ShownChange[] {
  if (action === 'album.publish-by-itself') return [];
  const isMove = action.startsWith('images.');
  return changes
    .filter(({ field }) => !(isMove && (field === 'images' || field === 'count')))
    .map(({ field, before, after }) => ({
      label: FIELDS[field] ?? field,
      before: asText(field, before),
      after: asText(field, after),
    }));
}

function asText(field: string, value: string): string {
  return MOMENTS.has(field) && value ? formatMoment(value) : value;
}
