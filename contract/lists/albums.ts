import type { ListedAlbum } from '../entities/admin-album.ts';
import { choiceFilter, defineList, idFilter, searchFilter } from './list.ts';

/** More albums than this are selected by a filter, not one by one. */
export const MAX_SELECTED_ALBUMS = 500;

export const ZIP_NAMES: Record<ListedAlbum['zip'], string> = {
  no_photos: 'No photos',
  not_prepared: 'Not built',
  working: 'Building',
  ready: 'Ready',
  failed: 'Failed',
};

export const albumList = defineList<ListedAlbum>()({
  name: 'albums',
  noun: 'album',
  columns: {
    id: { label: 'ID', isHidden: true, value: ({ id }) => id },
    performance_order: { label: 'Order', sort: 'asc', value: (album) => album.performance_order },
    name: { label: 'Album', sort: 'asc' },
    program_name: { label: 'Program', isHidden: true, value: ({ program_name }) => program_name },
    team_name: { label: 'Team', isHidden: true, value: ({ team_name }) => team_name },
    division_name: { label: 'Division', value: ({ division_name }) => division_name },
    event: { label: 'Event', sort: 'asc', value: ({ event_name }) => event_name },
    event_date: { label: 'Event date', isHidden: true, value: ({ event_date }) => event_date },
    city: { label: 'City', isHidden: true, value: ({ city }) => city },
    state: { label: 'US state', isHidden: true, value: ({ state }) => state },
    images_count: { label: 'Photos', sort: 'desc', value: ({ images_count }) => images_count },
    sold: { label: 'Sold', sort: 'desc', value: ({ sold }) => sold },
    revenue: { label: 'Revenue', sort: 'desc', value: ({ revenue }) => revenue / 100 },
    zip: { label: 'Zip', value: ({ zip }) => ZIP_NAMES[zip] },
    published_at: { label: 'State', sort: 'desc', value: ({ published_at }) => published_at },
    planned_at: { label: 'Planned', isHidden: true, value: ({ planned_at }) => planned_at },
    created_at: { label: 'Created', sort: 'desc', value: ({ created_at }) => created_at },
    identifier: { label: 'Identifier', isHidden: true, value: ({ identifier }) => identifier },
    url: { label: 'Link', isHidden: true, value: ({ url }) => url },
  },
  filters: {
    q: searchFilter({ label: 'Find albums', placeholder: 'Program, team, division, event' }),
    event: idFilter('Event'),
    state: choiceFilter({
      label: 'State',
      all: 'All states',
      options: {
        published: 'Published',
        draft: 'Not published',
        empty: 'Without photos',
        archived: 'Event archived',
      },
    }),
  },
  defaultSort: 'created_at:desc',
  maxSelected: MAX_SELECTED_ALBUMS,
});
