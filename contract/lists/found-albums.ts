import type { UserFoundAlbum } from '../entities/found-album.ts';
import { teamLine } from '../rules/title-lines.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

const STANDING_NAMES = {
  spent: 'No views left',
  some: 'Some views used',
  untouched: 'Not viewed',
  owned: 'Owned',
} as const;

const viewsOf = ({ user_album_views }: UserFoundAlbum) => user_album_views.length;

export function standingOf(found: UserFoundAlbum): keyof typeof STANDING_NAMES {
  if (found.owned) return 'owned';
  if (viewsOf(found) >= found.views_allowed) return 'spent';
  return viewsOf(found) > 0 ? 'some' : 'untouched';
}

export const foundAlbumList = defineList<UserFoundAlbum>()({
  name: 'found-albums',
  noun: 'album',
  prefix: 'found_',
  columns: {
    album: { label: 'Album', value: ({ album }) => album.id },
    team: { label: 'Team', sort: 'asc', value: ({ album }) => teamLine(album) },
    event: { label: 'Event', sort: 'asc', value: ({ event }) => event.name },
    standing: { label: 'Standing', value: (found) => STANDING_NAMES[standingOf(found)] },
    views: { label: 'Views', sort: 'desc', value: viewsOf },
    views_allowed: { label: 'Allowed', value: ({ views_allowed }) => views_allowed },
    found_at: { label: 'Found', sort: 'desc', value: ({ found_at }) => found_at },
  },
  filters: {
    q: searchFilter({
      label: 'Find albums',
      placeholder: 'Team or event',
      of: ({ album, event }) =>
        [teamLine(album), event.name, event.brand_name, event.city, event.state].join(' '),
    }),
    standing: choiceFilter({
      label: 'Views',
      all: 'All albums',
      options: STANDING_NAMES,
      of: standingOf,
    }),
  },
  // Customers contact support when they have no views left, so those albums come first.
  defaultSort: 'views:desc',
  maxSelected: 500,
});
