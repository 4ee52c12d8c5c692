import { expect, test } from 'vitest';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import { csvRow } from './csv.ts';
import { foundAlbumList, statusOf } from './users.ts';

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

test('an album is owned, has no views left, has some, or was not viewed', () => {
  expect(albums.map(statusOf)).toEqual(['spent', 'some', 'untouched', 'owned']);
});

test('the CSV file has the team, the event and the status in words', () => {
  const line = csvRow(foundAlbumList.columns, albums[1] as UserFoundAlbum);
  expect(line).toContain('Meteors');
  expect(line).toContain('Spring Cup,Some views used,3,10');
});
