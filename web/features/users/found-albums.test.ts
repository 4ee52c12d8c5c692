import { expect, test } from 'vitest';
import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { filterFound, MOST_VIEWS, sortFound, standingOf, toFoundCsv } from './found-albums.ts';

type Fields = { team: string; event?: string; views?: number; owned?: boolean };

let lastId = 0;
function held({ team, event = 'Winter Open', views = 0, owned = false }: Fields): UserFoundAlbum {
  return {
    id: ++lastId,
    album: { id: lastId + 100, program_name: 'Star Athletics', team_name: team, division_name: 'Level 2' },
    event: { name: event, brand_name: 'Encore', city: 'Austin', state: 'TX' },
    user_album_views: Array.from({ length: views }, (_, id) => ({ id, created_at: '2026-11-14T18:00:00Z' })),
    views_allowed: 10,
    owned,
    bought_images: 0,
    found_at: '2026-11-14T18:00:00Z',
  } as UserFoundAlbum;
}
const albums = [
  held({ team: 'Comets', views: 10 }),
  held({ team: 'Meteors', views: 3, event: 'Spring Cup' }),
  held({ team: 'Novas' }),
  held({ team: 'Quasars', views: 12, owned: true }),
];
const teams = (list: readonly UserFoundAlbum[]) => list.map(({ album }) => album.team_name);

test('an album is owned, spent, partly viewed or untouched', () => {
  expect(albums.map(standingOf)).toEqual(['spent', 'some', 'untouched', 'owned']);
});

test('albums are found by words of team and event, and by their standing', () => {
  expect(teams(filterFound(albums, { q: 'star SPRING', standing: undefined }))).toEqual(['Meteors']);
  expect(teams(filterFound(albums, { q: '', standing: 'spent' }))).toEqual(['Comets']);
  expect(teams(filterFound(albums, { q: 'novas', standing: 'owned' }))).toEqual([]);
});

test('the most viewed come first unless asked otherwise', () => {
  expect(teams(sortFound(albums, MOST_VIEWS))).toEqual(['Quasars', 'Comets', 'Meteors', 'Novas']);
  expect(teams(sortFound(albums, { column: 'event', isDown: false }))[0]).toBe('Meteors');
});

test('a file has team, event and standing in words', () => {
  const [, line] = toFoundCsv(albums.slice(1, 2)).split('\r\n');
  expect(line).toContain('Meteors');
  expect(line).toContain('Spring Cup,Some views,3,10');
});
