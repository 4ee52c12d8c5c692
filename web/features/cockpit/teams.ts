// The table of teams: which are shown and in what order, both kept in the address, and what a spreadsheet gets.

import type { CockpitTeam } from '#contract/endpoints/cockpit.ts';
import { countOf } from '#web/lib/count-words.ts';
import { csvText } from '#web/lib/csv.ts';
import { teamName } from '#web/lib/formats.ts';

export const SHOWN = {
  all: { label: 'All', matches: () => true },
  unsold: { label: 'Unsold', matches: ({ standing }: CockpitTeam) => standing === 'unsold' },
  no_photos: { label: 'No photos', matches: ({ standing }: CockpitTeam) => standing === 'no_photos' },
} as const;
export type Shown = keyof typeof SHOWN;

export function readShown(text: string | undefined): Shown {
  return text !== undefined && Object.hasOwn(SHOWN, text) ? (text as Shown) : 'all';
}

export const COLUMNS = {
  order: { label: 'Order', of: (team: CockpitTeam) => team.performance_order },
  team: { label: 'Team', of: (team: CockpitTeam) => teamName(team).toLowerCase() },
  photos: { label: 'Photos', of: (team: CockpitTeam) => team.photos },
  views: { label: 'Views', of: (team: CockpitTeam) => team.views },
  albums: { label: 'Albums sold', of: (team: CockpitTeam) => team.albums_sold },
  images: { label: 'Photos sold', of: (team: CockpitTeam) => team.images_sold },
  net: { label: 'Net', of: (team: CockpitTeam) => team.net },
} as const;
export type Column = keyof typeof COLUMNS;
export type Sort = { column: Column; isDown: boolean };

/** "net" is upwards, "-net" downwards. */
export function readSort(text = ''): Sort {
  const name = text.replace(/^-/, '');
  if (!Object.hasOwn(COLUMNS, name)) return { column: 'order', isDown: false };
  return { column: name as Column, isDown: text.startsWith('-') };
}

/** The other way round in the same column; another one begins with what matters most in it. */
export function nextSort(sort: Sort, column: Column): string {
  const beginsDown = column !== 'order' && column !== 'team';
  const isDown = sort.column === column ? !sort.isDown : beginsDown;
  return `${isDown ? '-' : ''}${column}`;
}

export function sortTeams(teams: readonly CockpitTeam[], { column, isDown }: Sort): CockpitTeam[] {
  const { of } = COLUMNS[column];
  const compare = (a: CockpitTeam, b: CockpitTeam) => {
    const [x, y] = [of(a), of(b)];
    return typeof x === 'string' ? x.localeCompare(String(y)) : x - Number(y);
  };
  return teams.toSorted(
    (a, b) => (isDown ? compare(b, a) : compare(a, b)) || a.performance_order - b.performance_order,
  );
}

export const STANDING_WORDS = {
  sold: 'Sold',
  unsold: 'Unsold',
  unpublished: 'Not published',
  no_photos: 'No photos yet',
} as const;

/** What there is to say of a team in one line; nothing where nothing is. */
export function figureWords({ photos, views, albums_sold, images_sold }: CockpitTeam): string {
  const words = [
    photos > 0 && countOf(photos, 'photo'),
    views > 0 && countOf(views, 'view'),
    albums_sold > 0 && `${countOf(albums_sold, 'album')} sold`,
    images_sold > 0 && `${countOf(images_sold, 'photo')} sold`,
  ];
  return words.filter((part) => part !== false).join(', ');
}

export function teamsCsv(teams: readonly CockpitTeam[]): string {
  return csvText(
    [
      'order',
      'program',
      'team',
      'division',
      'standing',
      'photos',
      'views',
      'albums sold',
      'photos sold',
      'net',
    ],
    teams.map((team) => [
      team.performance_order,
      team.program_name,
      team.team_name,
      team.division_name,
      STANDING_WORDS[team.standing],
      team.photos,
      team.views,
      team.albums_sold,
      team.images_sold,
      team.net / 100,
    ]),
  );
}
