import { describe, expect, test } from 'vitest';
import type { AdminAlbum, StaffEvent } from './admin-albums.types.ts';
import { albumCsv } from './album-csv.ts';
import { READ_AT_ONCE, readAllAlbums } from './read-all-albums.ts';

const album = (id: number, fields: Partial<AdminAlbum> = {}): AdminAlbum => ({
  id,
  uuid: `uuid-${id}`,
  program_name: 'Star Athletics',
  team_name: 'Comets',
  division_name: 'Senior 4',
  performance_order: 12,
  identifier: `A-${id}`,
  planned_at: null,
  created_at: '2026-11-14T18:00:00Z',
  images_count: 3,
  event: 1,
  published_at: null,
  ...fields,
});

const listOf = (count: number) => Array.from({ length: count }, (_, index) => album(index + 1));

describe('the whole list', () => {
  test('is read in pages, in its order, and says how far it is', async () => {
    const list = listOf(READ_AT_ONCE * 2 + 10);
    const progress: number[] = [];
    const albums = await readAllAlbums({
      readPage: async (start, limit) => list.slice(start, start + limit),
      countAll: async () => list.length,
      limit: 37_500,
      onProgress: (read) => progress.push(read),
    });
    expect(albums).toEqual(list);
    expect(progress).toEqual([READ_AT_ONCE, READ_AT_ONCE * 2, READ_AT_ONCE * 2 + 10]);
  });

  test('has an album once that moved from one page to the next', async () => {
    let list = listOf(READ_AT_ONCE + 5);
    const albums = await readAllAlbums({
      readPage: async (start, limit) => {
        const page = list.slice(start, start + limit);
        list = [album(90_000), ...listOf(READ_AT_ONCE + 5)];
        return page;
      },
      countAll: async () => READ_AT_ONCE + 5,
      limit: 37_500,
      onProgress: () => undefined,
    });
    expect(albums.map(({ id }) => id)).toEqual(listOf(READ_AT_ONCE + 5).map(({ id }) => id));
  });

  test('is read again when an album slipped through between two pages', async () => {
    const whole = listOf(READ_AT_ONCE + 5);
    let list = whole;
    let reads = 0;
    const albums = await readAllAlbums({
      readPage: async (start, limit) => {
        const page = list.slice(start, start + limit);
        reads += 1;
        // The first album goes to the end while the first page is on its way.
        if (reads === 1) list = [...whole.slice(1, -1), album(1), album(READ_AT_ONCE + 5)];
        return page;
      },
      countAll: async () => whole.length,
      limit: 37_500,
      onProgress: () => undefined,
    });
    expect(new Set(albums.map(({ id }) => id)).size).toBe(whole.length);
    expect(reads).toBe(4);
  });

  test('ends at its limit', async () => {
    const albums = await readAllAlbums({
      readPage: async (start, limit) => listOf(9_000).slice(start, start + limit),
      countAll: async () => 9_000,
      limit: 6_000,
      onProgress: () => undefined,
    });
    expect(albums).toHaveLength(6_000);
  });
});

test('a file names the event of each album, and no cell is a formula', () => {
  const event = { id: 1, name: 'Winter Classic', start_date: '2026-11-14', city: 'Austin', state: 'TX' };
  const text = albumCsv(
    [album(7, { team_name: '=1+1' })],
    [event as StaffEvent],
    (uuid) => `/view-album/${uuid}`,
  );
  expect(text.split('\r\n')[1]).toBe(
    "7,12,Star Athletics,'=1+1,Senior 4,Winter Classic,2026-11-14,Austin,TX,3,,,2026-11-14T18:00:00Z,A-7,/view-album/uuid-7",
  );
});
