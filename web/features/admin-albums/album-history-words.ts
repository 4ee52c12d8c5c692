import type { AuditRecord } from '#contract/entities/audit-entry.ts';
import { countOf } from '#web/lib/count-words.ts';
import { formatMoment } from './format-moment.ts';

export const ACTIONS: Readonly<Record<string, string>> = {
  'album.create': 'Created',
  'album.update': 'Edited',
  'album.publish-by-itself': 'Published by itself with its first photos',
  'album.reprocess-zip': 'Zip prepared again',
  'album.sale-in': 'A sale was swapped to this album',
  'album.sale-out': 'A sale was swapped away',
  'images.move': 'Photos moved in',
  'images.move-out': 'Photos moved out',
};

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

/** Publishing is an edit to the server, and news of its own to people. */
export function titleOf({ action, changes }: Pick<AuditRecord, 'action' | 'changes'>): string {
  const published = changes.find(({ field }) => field === 'publishedAt');
  if (action === 'album.update' && published) {
    const news = published.after ? 'Published' : 'Unpublished';
    return changes.length > 1 ? `${news} and edited` : news;
  }
  const moved = changes.find(({ field }) => field === 'count')?.after;
  const words = ACTIONS[action] ?? action;
  return moved ? words.replace('Photos', countOf(Number(moved), 'photo')) : words;
}

export type ShownChange = { label: string; before: string; after: string };

/** The count and the moment are in the title, and a list of image numbers is nothing to read. */
export function shownChanges({ action, changes }: Pick<AuditRecord, 'action' | 'changes'>): ShownChange[] {
  if (action === 'album.publish-by-itself') return [];
  const isMove = action.startsWith('images.move');
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
