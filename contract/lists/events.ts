import type { ListedEvent } from '../entities/staff-event.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

export const STANDING_NAMES = {
  upcoming: 'Upcoming',
  running: 'Running',
  over: 'Over',
  archived: 'Archived',
} as const;

/** An event counts as current until this many days after its last day. */
export const CURRENT_DAYS = 14;

export const eventList = defineList<ListedEvent>()({
  name: 'events',
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
    standing: { label: 'State', value: ({ standing }) => STANDING_NAMES[standing] },
    albums_count: { label: 'Albums', sort: 'desc', value: ({ albums_count }) => albums_count },
    images_count: { label: 'Photos', sort: 'desc', value: ({ images_count }) => images_count },
    doubtful_count: { label: 'Doubtful', sort: 'desc', value: ({ doubtful_count }) => doubtful_count },
    sales: { label: 'Sales', sort: 'desc', value: ({ sales }) => sales / 100 },
  },
  filters: {
    q: searchFilter({ label: 'Find events', placeholder: 'Name, brand, venue, city' }),
    state: choiceFilter({ label: 'State', all: 'All states', options: STANDING_NAMES }),
  },
  defaultSort: 'current:desc',
});
