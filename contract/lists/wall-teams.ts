import type { WallTeam } from '../endpoints/wall.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

export const wallTeamName = ({ program_name, team_name }: WallTeam) => `${program_name} ${team_name}`.trim();

/** The teams of an event and whether they agreed to be shown on its wall. */
export const wallTeamList = defineList<WallTeam>()({
  name: 'wall-teams',
  noun: 'team',
  prefix: 'wall_',
  maxSelected: 500,
  columns: {
    performance_order: { label: 'Order', sort: 'asc', value: (row) => row.performance_order },
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
