import type { ListedAlbum, ListedEvent } from '#contract/entities/staff-event.ts';
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
  hasViews: true,
  noun: 'album',
  columns: {
    id: { label: 'ID', isHidden: true, value: ({ id }) => id },
    performance_order: { label: 'Performance', sort: 'asc', value: (album) => album.performance_order },
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
    revenue: { label: 'Revenue', sort: 'desc', cents: ({ revenue }) => revenue },
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

export const STATUS_NAMES = {
  upcoming: 'Upcoming',
  running: 'Running',
  over: 'Over',
  archived: 'Archived',
} as const;

/** An event counts as current until this many days after its last day. */
export const CURRENT_DAYS = 14;

export const eventList = defineList<ListedEvent>()({
  name: 'events',
  hasViews: true,
  noun: 'event',
  columns: {
    id: { label: 'ID', isHidden: true, value: ({ id }) => id },
    current: { label: 'Current first', isHidden: true, sort: 'desc' },
    start_date: { label: 'Dates', sort: 'desc', value: ({ start_date }) => start_date },
    last_date: { label: 'Last day', isHidden: true, value: ({ last_date }) => last_date },
    name: { label: 'Event', sort: 'asc', value: ({ name }) => name },
    brand_name: { label: 'Brand', isHidden: true, sort: 'asc', value: ({ brand_name }) => brand_name },
    city: { label: 'City', value: ({ city }) => city },
    state: { label: 'US state', isHidden: true, value: ({ state }) => state },
    venue_name: { label: 'Venue', isHidden: true, value: ({ venue_name }) => venue_name },
    producer_name: { label: 'Producer', isHidden: true, value: ({ producer_name }) => producer_name },
    status: { label: 'State', value: ({ status }) => STATUS_NAMES[status] },
    albums_count: { label: 'Albums', sort: 'desc', value: ({ albums_count }) => albums_count },
    images_count: { label: 'Photos', sort: 'desc', value: ({ images_count }) => images_count },
    unsorted_count: { label: 'Needs sorting', sort: 'desc', value: ({ unsorted_count }) => unsorted_count },
    sales: { label: 'Sales', sort: 'desc', cents: ({ sales }) => sales },
  },
  filters: {
    q: searchFilter({ label: 'Find events', placeholder: 'Name, brand, venue, city' }),
    state: choiceFilter({ label: 'State', all: 'All states', options: STATUS_NAMES }),
  },
  defaultSort: 'current:desc',
});
