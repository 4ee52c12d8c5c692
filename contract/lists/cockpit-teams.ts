import type { WallTeam } from '#contract/endpoints/wall.ts';
import type { CockpitTeam } from '../endpoints/cockpit.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

export const STATUS_LABELS = {
  sold: 'Sold',
  unsold: 'Unsold',
  unpublished: 'Not published',
  no_photos: 'No photos yet',
} as const;

export const cockpitTeamList = defineList<CockpitTeam>()({
  name: 'teams',
  noun: 'team',
  columns: {
    order: { label: 'Performance', sort: 'asc', value: ({ performance_order }) => performance_order },
    program: { label: 'Program', isHidden: true, value: ({ program_name }) => program_name },
    team: {
      label: 'Team',
      sort: 'asc',
      value: ({ team_name }) => team_name,
      sortValue: ({ program_name, team_name }) => `${program_name} ${team_name}`,
    },
    division: { label: 'Division', isHidden: true, value: ({ division_name }) => division_name },
    status: { label: 'Status', isHidden: true, value: ({ status }) => STATUS_LABELS[status] },
    photos: { label: 'Photos', sort: 'desc', value: ({ photos }) => photos },
    views: { label: 'Views', sort: 'desc', value: ({ views }) => views },
    albums: { label: 'Albums sold', sort: 'desc', value: ({ albums_sold }) => albums_sold },
    images: { label: 'Photos sold', sort: 'desc', value: ({ images_sold }) => images_sold },
    net: { label: 'Net', sort: 'desc', cents: ({ net }) => net },
  },
  filters: {
    show: choiceFilter({
      label: 'Teams shown',
      all: 'All',
      options: { unsold: 'Unsold', no_photos: 'No photos' },
      of: ({ status }: CockpitTeam) => status as 'unsold' | 'no_photos',
    }),
  },
  defaultSort: 'order:asc',
});

export const wallTeamName = ({ program_name, team_name }: WallTeam) => `${program_name} ${team_name}`.trim();

/** The teams of an event and whether they agreed to be shown on its wall. */
export const wallTeamList = defineList<WallTeam>()({
  name: 'wall-teams',
  noun: 'team',
  prefix: 'wall_',
  maxSelected: 500,
  columns: {
    performance_order: { label: 'Performance', sort: 'asc', value: (row) => row.performance_order },
    team: { label: 'Team', sort: 'asc', value: wallTeamName },
    agreed_by: { label: 'Agreed by', sort: 'asc', value: ({ agreed_by }) => agreed_by },
    recorded_by: { label: 'Recorded by', value: ({ recorded_by }) => recorded_by },
    recorded_at: { label: 'Recorded', isHidden: true, value: ({ recorded_at }) => recorded_at },
  },
  filters: {
    q: searchFilter({ label: 'Find a team', placeholder: 'Program or team', of: wallTeamName }),
    consent: choiceFilter({
      label: 'Consent',
      all: 'All teams',
      options: { agreed: 'Agreed', open: 'Not asked' },
      matches: ({ agreed_by }: WallTeam, value) => (agreed_by !== null) === (value === 'agreed'),
    }),
  },
  defaultSort: 'performance_order:asc',
});
