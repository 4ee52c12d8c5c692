import { describe, expect, test } from 'vitest';
import type { CockpitTeam } from '#contract/endpoints/cockpit.ts';
import { cockpitTeamList } from '#contract/lists/cockpit-teams.ts';
import { csvHeading, csvRow } from '#contract/lists/csv.ts';
import { filterRows, sortRows } from '#web/lib/lists/list-rows.ts';
import { totalsMessage } from './team-section.tsx';

const team = (performance_order: number, fields: Partial<CockpitTeam> = {}): CockpitTeam => ({
  album: performance_order,
  program_name: 'Lantern',
  team_name: `Team ${performance_order}`,
  division_name: 'Senior 4',
  performance_order,
  status: 'sold',
  photos: 10,
  views: 4,
  albums_sold: 1,
  images_sold: 0,
  net: 1995,
  ...fields,
});

const TEAMS = [
  team(3, { net: -500, team_name: 'anchors' }),
  team(1, { status: 'unsold', net: 0, team_name: 'Waves' }),
  team(2, { status: 'no_photos', net: 0, photos: 0, team_name: 'Beacons' }),
  team(4, { status: 'unpublished', net: 0 }),
];
const orders = (teams: CockpitTeam[]) => teams.map((one) => one.performance_order);

describe('teams', () => {
  test.each([
    [undefined, [3, 1, 2, 4]],
    ['unsold', [1]],
    ['no_photos', [2]],
  ] as const)('the filter %s shows %j', (show, expected) => {
    expect(orders(filterRows(cockpitTeamList, TEAMS, { show }))).toEqual(expected);
  });

  test.each([
    ['order', 'desc', [4, 3, 2, 1]],
    ['team', 'asc', [3, 2, 4, 1]],
    ['net', 'asc', [3, 1, 2, 4]],
    ['net', 'desc', [1, 2, 4, 3]],
    ['photos', 'asc', [2, 1, 3, 4]],
  ] as const)('sorted by %s %s are %j, ties in running order', (key, direction, expected) => {
    const inOrder = TEAMS.toSorted((a, b) => a.performance_order - b.performance_order);
    expect(orders(sortRows(cockpitTeamList, inOrder, { key, direction }))).toEqual(expected);
  });

  test('are summed up in one line', () => {
    expect(totalsMessage(team(1, { images_sold: 2 }))).toBe(
      '10 photos, 4 views, 1 album sold, 2 photos sold',
    );
    expect(totalsMessage(team(1, { photos: 0, views: 0, albums_sold: 0 }))).toBe('');
  });

  test('are written to a file without formulas', () => {
    const { columns } = cockpitTeamList;
    expect(csvHeading(columns)).toBe('order,program,team,division,status,photos,views,albums,images,net\r\n');
    expect(csvRow(columns, team(7, { program_name: '=cmd()', team_name: 'Tide, Red', net: 1995 }))).toBe(
      `7,'=cmd(),"Tide, Red",Senior 4,Sold,10,4,1,0,19.95\r\n`,
    );
  });
});
