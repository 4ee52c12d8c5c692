import type { StaffEvent } from '../entities/staff-event.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

export const eventList = defineList<StaffEvent>()({
  name: 'events',
  noun: 'event',
  prefix: 'events_',
  columns: {
    id: { label: 'ID', isHidden: true, value: ({ id }) => id },
    start_date: { label: 'Date', sort: 'desc', value: ({ start_date }) => start_date },
    name: { label: 'Event', sort: 'asc', value: ({ name }) => name },
    brand_name: { label: 'Brand', sort: 'asc', value: ({ brand_name }) => brand_name },
    city: { label: 'City', value: ({ city }) => city },
    state: { label: 'US state', isHidden: true, value: ({ state }) => state },
    venue_name: { label: 'Venue', isHidden: true, value: ({ venue_name }) => venue_name },
    producer_name: { label: 'Producer', isHidden: true, value: ({ producer_name }) => producer_name },
    archived: { label: 'State', value: ({ archived }) => (archived ? 'Archived' : 'Active') },
    albums_count: { label: 'Albums', sort: 'desc', value: ({ albums_count }) => albums_count },
    images_count: { label: 'Photos', sort: 'desc', value: ({ images_count }) => images_count },
  },
  filters: {
    q: searchFilter({ label: 'Find events', placeholder: 'Name, brand, venue, city' }),
    state: choiceFilter({
      label: 'State',
      all: 'All states',
      options: { active: 'Active', archived: 'Archived' },
    }),
  },
  defaultSort: 'start_date:desc',
});
