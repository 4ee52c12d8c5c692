import type { AlbumSort, AlbumSortKey } from '#contract/entities/admin-album.ts';

export const SORT_WORDS: Record<AlbumSort, string> = {
  'created_at:desc': 'Newest first',
  'created_at:asc': 'Oldest first',
  'performance_order:asc': 'Order, low to high',
  'performance_order:desc': 'Order, high to low',
  'name:asc': 'Album, A to Z',
  'name:desc': 'Album, Z to A',
  'event:asc': 'Event, A to Z',
  'event:desc': 'Event, Z to A',
  'images_count:desc': 'Most photos first',
  'images_count:asc': 'Fewest photos first',
  'published_at:desc': 'Last published first',
  'published_at:asc': 'Not published first',
};

/** What one looks for first: the newest, the most, the beginning of the alphabet. */
const STARTS_DOWN: readonly AlbumSortKey[] = ['created_at', 'images_count', 'published_at'];

export const sortKeyOf = (sort: AlbumSort) => sort.split(':')[0] as AlbumSortKey;
export const isDownwards = (sort: AlbumSort) => sort.endsWith(':desc');

/** A second press on a column turns it over. */
export function nextSort(sort: AlbumSort, key: AlbumSortKey): AlbumSort {
  if (sortKeyOf(sort) !== key) return `${key}:${STARTS_DOWN.includes(key) ? 'desc' : 'asc'}`;
  return `${key}:${isDownwards(sort) ? 'asc' : 'desc'}`;
}
