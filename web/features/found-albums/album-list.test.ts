import { expect, test } from 'vitest';
import { buildFoundAlbum } from '#web/testing/demo-albums.ts';
import { filterAlbums, findNewest, listAlbums } from './album-list.ts';
import { newSince } from './my-albums.tsx';
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

test('a visit begins with the latest find that has pictures', () => {
  const cover = [{ id: 1, width: 3, height: 2, captured_at: null, placeholder: null }];
  const old = buildFoundAlbum(1, { found_at: '2026-10-01T00:00:00Z', album: { cover } });
  const newer = buildFoundAlbum(2, { found_at: '2026-10-02T00:00:00Z', album: { cover } });
  const bare = buildFoundAlbum(3, { found_at: '2026-10-03T00:00:00Z' });
  expect(findNewest([old, newer, bare])?.id).toBe(2);
  expect(findNewest([bare])).toBeUndefined();
});

test.each([
  ['2026-10-24T08:00:00Z', 'New today'],
  ['2026-10-23T08:00:00Z', 'New since yesterday'],
  ['2026-10-18T08:00:00Z', 'New since Sunday'],
  ['2026-10-04T08:00:00Z', 'New since Oct 4'],
  ['2026-09-01T08:00:00Z', undefined],
])('found at %s: %s', (foundAt, mark) => {
  expect(newSince(foundAt, new Date('2026-10-24T20:00:00Z'))).toBe(mark);
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
