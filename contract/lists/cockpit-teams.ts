import type { CockpitTeam } from '../endpoints/cockpit.ts';
import { choiceFilter, defineList } from './list.ts';

export const STANDING_LABELS = {
  sold: 'Sold',
  unsold: 'Unsold',
  unpublished: 'Not published',
  no_photos: 'No photos yet',
} as const;

export const cockpitTeamList = defineList<CockpitTeam>()({
  name: 'teams',
  noun: 'team',
  columns: {
    order: { label: 'Order', sort: 'asc', value: ({ performance_order }) => performance_order },
    program: { label: 'Program', isHidden: true, value: ({ program_name }) => program_name },
    team: {
      label: 'Team',
      sort: 'asc',
      value: ({ team_name }) => team_name,
      sortValue: ({ program_name, team_name }) => `${program_name} ${team_name}`,
    },
    division: { label: 'Division', isHidden: true, value: ({ division_name }) => division_name },
    standing: { label: 'Standing', isHidden: true, value: ({ standing }) => STANDING_LABELS[standing] },
    photos: { label: 'Photos', sort: 'desc', value: ({ photos }) => photos },
    views: { label: 'Views', sort: 'desc', value: ({ views }) => views },
    albums: { label: 'Albums sold', sort: 'desc', value: ({ albums_sold }) => albums_sold },
    images: { label: 'Photos sold', sort: 'desc', value: ({ images_sold }) => images_sold },
    net: { label: 'Net', sort: 'desc', value: ({ net }) => net / 100 },
  },
  filters: {
    show: choiceFilter({
      label: 'Teams shown',
      all: 'All',
      options: { unsold: 'Unsold', no_photos: 'No photos' },
      of: ({ standing }: CockpitTeam) => standing as 'unsold' | 'no_photos',
    }),
  },
  defaultSort: 'order:asc',
});
