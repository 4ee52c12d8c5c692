import { expect, test } from 'vitest';
import { buildFoundAlbum } from '#web/testing/demo-albums.ts';
import { filterAlbums, findNewest, listAlbums, newMark } from './album-list.ts';
import { countAlbumsOfTeam } from './team-searches.ts';

test('newest performance first, found and owned as one list, an album once', () => {
  const planned = (id: number, planned_at: string, order: number) =>
    buildFoundAlbum(id, { album: { planned_at, performance_order: order } });
  const albums = listAlbums({
    found: [planned(1, '2026-10-24T20:00:00Z', 3), planned(2, '2026-10-25T20:00:00Z', 1)],
    owned: [planned(3, '2026-10-24T20:00:00Z', 4), planned(1, '2026-10-24T20:00:00Z', 3)],
    owned_images: [],
  });
  expect(albums.map(({ album }) => album.id)).toEqual([2, 3, 1]);
});

test('one album of five thousand is found by several words at once', () => {
  const found = Array.from({ length: 5000 }, (_, index) =>
    buildFoundAlbum(index + 1, { album: { performance_order: index } }),
  );
  const albums = listAlbums({ found, owned: [], owned_images: [] });
  expect(filterAlbums(albums, 'royals denver 4999')).toHaveLength(1);
});

const cover = [{ id: 1, width: 3, height: 2, captured_at: null, placeholder: null }];

test('a visit begins with the photos that came online last, if they have pictures and are not owned', () => {
  const online = (id: number, published_at: string, changes = {}) =>
    buildFoundAlbum(id, { published_at, album: { cover }, ...changes });
  const old = online(1, '2026-10-01T00:00:00Z', { found_at: '2026-10-09T00:00:00Z' });
  const newer = online(2, '2026-10-02T00:00:00Z', { found_at: '2026-10-08T00:00:00Z' });
  const bare = buildFoundAlbum(3, { published_at: '2026-10-03T00:00:00Z' });
  const owned = online(4, '2026-10-04T00:00:00Z', { owned: true });
  expect(findNewest([old, newer, bare, owned])?.id).toBe(2);
  expect(findNewest([bare, owned])).toBeUndefined();
});

test.each([
  ['2026-10-24T19:40:00Z', 'New · just now'],
  ['2026-10-24T18:59:00Z', 'New · 1 hour ago'],
  ['2026-10-24T08:00:00Z', 'New · 12 hours ago'],
  ['2026-10-23T08:00:00Z', 'New · yesterday'],
  ['2026-10-18T08:00:00Z', 'New · 6 days ago'],
  ['2026-10-17T08:00:00Z', undefined],
])('photos online since %s: %s', (published_at, mark) => {
  const now = Date.parse('2026-10-24T20:00:00Z');
  // Following a team today makes none of its old albums new.
  const found = { published_at, found_at: '2026-10-24T19:59:00Z' };
  expect(newMark(buildFoundAlbum(1, found), now)).toBe(mark);
  expect(newMark(buildFoundAlbum(1, { ...found, owned: true }), now)).toBeUndefined();
  expect(newMark(buildFoundAlbum(1, { ...found, viewsUsed: 1 }), now)).toBeUndefined();
});

test('a saved search without team or division counts them all; case does not matter', () => {
  const albums = [
    buildFoundAlbum(1),
    buildFoundAlbum(2, { album: { division_name: 'Junior L2' } }),
    buildFoundAlbum(3, { album: { team_name: 'Comets' } }),
  ];
  const team = { program_name: 'northshore elite', team_name: 'Royals', division_name: 'Senior L4 Medium' };
  expect(countAlbumsOfTeam(albums, team)).toBe(1);
  expect(countAlbumsOfTeam(albums, { ...team, division_name: '' })).toBe(2);
  expect(countAlbumsOfTeam(albums, { ...team, team_name: '', division_name: '' })).toBe(3);
});
