// The found albums of a user as a list: what can be asked of it, in what order, and what a spreadsheet gets.

import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { csvText } from '#web/lib/csv.ts';
import { type Columns, type Sort, sortRows } from '#web/lib/list-sort.ts';

export const STANDING_WORDS = {
  spent: 'Views spent',
  some: 'Some views',
  untouched: 'Untouched',
  owned: 'Owned',
} as const;
export type Standing = keyof typeof STANDING_WORDS;

export const viewsOf = (held: UserFoundAlbum) => held.user_album_views.length;

export function standingOf(held: UserFoundAlbum): Standing {
  if (held.owned) return 'owned';
  const views = viewsOf(held);
  if (views >= held.views_allowed) return 'spent';
  return views > 0 ? 'some' : 'untouched';
}

type Column = 'views' | 'found' | 'team' | 'event';

export const COLUMNS: Columns<UserFoundAlbum, Column> = {
  views: { label: 'Views', of: viewsOf, beginsDown: true },
  found: { label: 'Found', of: ({ found_at }) => Date.parse(found_at), beginsDown: true },
  team: { label: 'Team', of: ({ album }) => teamLine(album) },
  event: { label: 'Event', of: ({ event }) => event.name },
};
/** Those with the most views spent come first: they are why people call. */
export const MOST_VIEWS: Sort<Column> = { column: 'views', isDown: true };

export const SORT_WORDS = {
  '-views': 'Most views first',
  views: 'Fewest views first',
  '-found': 'Newest first',
  found: 'Oldest first',
  team: 'Team, A to Z',
  '-team': 'Team, Z to A',
  event: 'Event, A to Z',
  '-event': 'Event, Z to A',
} as const;

export type FoundFilter = { q: string; standing: Standing | undefined };

/** Every word is in the names of the team or the event. */
export function filterFound(
  albums: readonly UserFoundAlbum[],
  { q, standing }: FoundFilter,
): UserFoundAlbum[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return albums.filter((held) => {
    if (standing && standingOf(held) !== standing) return false;
    const { name, brand_name, city, state } = held.event;
    const text = [teamLine(held.album), name, brand_name, city, state].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function sortFound(albums: readonly UserFoundAlbum[], sort: Sort<Column>): UserFoundAlbum[] {
  return sortRows(albums, COLUMNS, sort);
}

const HEADS = ['album', 'team', 'event', 'standing', 'views', 'of', 'found'];

export function toFoundCsv(albums: readonly UserFoundAlbum[]): string {
  return csvText(
    HEADS,
    albums.map((held) => [
      held.album.id,
      teamLine(held.album),
      held.event.name,
      STANDING_WORDS[standingOf(held)],
      viewsOf(held),
      held.views_allowed,
      held.found_at,
    ]),
  );
}
