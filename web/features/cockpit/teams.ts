import type { CockpitTeam } from '#contract/endpoints/cockpit.ts';
import { countOf } from '#web/lib/count-words.ts';
import { csvText } from '#web/lib/csv.ts';
import { teamName } from '#web/lib/formats.ts';
import { type Columns, type Sort, sortRows } from '#web/lib/list-sort.ts';

export const SHOWN = {
  all: { label: 'All', matches: () => true },
  unsold: { label: 'Unsold', matches: ({ standing }: CockpitTeam) => standing === 'unsold' },
  no_photos: { label: 'No photos', matches: ({ standing }: CockpitTeam) => standing === 'no_photos' },
} as const;
export type Shown = keyof typeof SHOWN;

export function readShown(text: string | undefined): Shown {
  return text !== undefined && Object.hasOwn(SHOWN, text) ? (text as Shown) : 'all';
}

export type Column = 'order' | 'team' | 'photos' | 'views' | 'albums' | 'images' | 'net';

export const COLUMNS: Columns<CockpitTeam, Column> = {
  order: { label: 'Order', of: (team) => team.performance_order },
  team: { label: 'Team', of: teamName },
  photos: { label: 'Photos', of: (team) => team.photos, beginsDown: true },
  views: { label: 'Views', of: (team) => team.views, beginsDown: true },
  albums: { label: 'Albums sold', of: (team) => team.albums_sold, beginsDown: true },
  images: { label: 'Photos sold', of: (team) => team.images_sold, beginsDown: true },
  net: { label: 'Net', of: (team) => team.net, beginsDown: true },
};
export const ORDER_OF_DAY: Sort<Column> = { column: 'order', isDown: false };

/** Ties keep the running order. */
export function sortTeams(teams: readonly CockpitTeam[], sort: Sort<Column>): CockpitTeam[] {
  return sortRows(sortRows(teams, COLUMNS, ORDER_OF_DAY), COLUMNS, sort);
}

export const STANDING_WORDS = {
  sold: 'Sold',
  unsold: 'Unsold',
  unpublished: 'Not published',
  no_photos: 'No photos yet',
} as const;

/** Leaves out figures that are zero. */
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
