import { describe, expect, test } from 'vitest';
import type { CockpitTeam } from '#contract/endpoints/cockpit.ts';
import { readSort } from '#web/lib/list-sort.ts';
import { COLUMNS, figureWords, ORDER_OF_DAY, readShown, SHOWN, sortTeams, teamsCsv } from './teams.ts';

const team = (performance_order: number, fields: Partial<CockpitTeam> = {}): CockpitTeam => ({
  album: performance_order,
  program_name: 'Lantern',
  team_name: `Team ${performance_order}`,
  division_name: 'Senior 4',
  performance_order,
  standing: 'sold',
  photos: 10,
  views: 4,
  albums_sold: 1,
  images_sold: 0,
  net: 1995,
  ...fields,
});

const TEAMS = [
  team(3, { net: -500, team_name: 'anchors' }),
  team(1, { standing: 'unsold', net: 0, team_name: 'Waves' }),
  team(2, { standing: 'no_photos', net: 0, photos: 0, team_name: 'Beacons' }),
  team(4, { standing: 'unpublished', net: 0 }),
];
const orders = (teams: CockpitTeam[]) => teams.map((one) => one.performance_order);

describe('teams', () => {
  test.each([
    ['all', [3, 1, 2, 4]],
    ['unsold', [1]],
    ['no_photos', [2]],
  ] as const)('%s shows %j', (shown, expected) => {
    expect(orders(TEAMS.filter(SHOWN[shown].matches))).toEqual(expected);
  });

  test.each([
    ['', [1, 2, 3, 4]],
    ['-order', [4, 3, 2, 1]],
    ['team', [3, 2, 4, 1]],
    ['net', [3, 1, 2, 4]],
    ['-net', [1, 2, 4, 3]],
    ['photos', [2, 1, 3, 4]],
  ])('sorted by %j are %j, equals in the order of the day', (text, expected) => {
    expect(orders(sortTeams(TEAMS, readSort(COLUMNS, text, ORDER_OF_DAY)))).toEqual(expected);
  });

  test.each([undefined, '', 'nonsense', '-', 'toString', '-constructor'])(
    'an address that says %j shows all',
    (text) => {
      expect(readShown(text)).toBe('all');
    },
  );

  test('say in a line what there is of them', () => {
    expect(figureWords(team(1, { images_sold: 2 }))).toBe('10 photos, 4 views, 1 album sold, 2 photos sold');
    expect(figureWords(team(1, { photos: 0, views: 0, albums_sold: 0 }))).toBe('');
  });

  test('become a table for a spreadsheet, which runs nothing of it', () => {
    const text = teamsCsv([team(7, { program_name: '=cmd()', team_name: 'Tide, Red', net: 1995 })]);
    const [heads, row] = text.split('\r\n');
    expect(heads).toBe('order,program,team,division,standing,photos,views,albums sold,photos sold,net');
    expect(row).toBe(`7,'=cmd(),"Tide, Red",Senior 4,Sold,10,4,1,0,19.95`);
  });
});
