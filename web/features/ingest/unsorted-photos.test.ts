import { expect, test } from 'vitest';
import type { UnsortedImage } from '#contract/endpoints/ingest.ts';
import { csvHeading, csvRow } from '#contract/lists/csv.ts';
import { cameraOf, type UnsortedPhoto, unsortedPhotoList } from '#contract/lists/ingest.ts';
import { defaultSortOf, type FilterValues, type ListSort } from '#contract/lists/list.ts';
import { countMatches, countOptions, filterRows, sortRows } from '#web/lib/lists/list-rows.ts';
import { momentAtEvent, toUnsortedPhoto } from './event-time.ts';
import { likelyAlbums } from './unsorted-view.tsx';

const TITLES = new Map([[7, '#2 Bayline Tidal']]);

const photo = (id: number, fields: Partial<UnsortedImage> = {}): UnsortedPhoto =>
  toUnsortedPhoto(
    {
      id,
      width: 3,
      height: 2,
      captured_at: `2026-11-14T18:0${id}:00Z`,
      placeholder: null,
      file_name: `IMG_${id}.jpg`,
      camera_serial: 'BODY-A',
      photographer: 'Photo A',
      doubt: 'near_boundary',
      candidates: [],
      ...fields,
    },
    'America/Chicago',
    TITLES,
  );

/** The server lists photos by capture time, those without one last. */
const TRAY = [
  photo(1, { file_name: 'IMG_10.jpg' }),
  photo(2, { camera_serial: 'BODY-B', photographer: null }),
  photo(4),
  photo(3, { captured_at: null, doubt: 'no_time', camera_serial: null }),
];
const ids = (photos: readonly UnsortedPhoto[]) => photos.map(({ id }) => id);

test.each<[string, FilterValues<typeof unsortedPhotoList>, number[]]>([
  ['every photo, those without a time last', {}, [1, 2, 4, 3]],
  ['one reason', { reason: 'no_time' }, [3]],
  ['one camera', { camera: 'BODY-A' }, [1, 4]],
  ['photos without a camera', { camera: '-' }, [3]],
  ['one photographer', { photographer: 'Photo A' }, [1, 4, 3]],
  ['photos without a photographer', { photographer: '-' }, [2]],
  ['what passes all filters', { camera: 'BODY-A', photographer: 'Photo A', reason: 'no_time' }, []],
])('shows %s', (_what, filters, expected) => {
  const found = filterRows(unsortedPhotoList, TRAY, filters);
  expect(ids(sortRows(unsortedPhotoList, found, defaultSortOf(unsortedPhotoList)))).toEqual(expected);
});

test.each<[string, ListSort<typeof unsortedPhotoList>, number[]]>([
  ['file names are sorted by the numbers in them', { key: 'file', direction: 'asc' }, [2, 3, 4, 1]],
  ['photos of one camera stay in the order of time', { key: 'camera', direction: 'desc' }, [2, 1, 4, 3]],
])('%s', (_what, sort, expected) => {
  expect(ids(sortRows(unsortedPhotoList, TRAY, sort))).toEqual(expected);
});

test('every option says how many photos it shows', () => {
  expect(countMatches(unsortedPhotoList.filters.reason, TRAY)).toEqual({
    no_time: 'No capture time (1)',
    near_boundary: 'Between two albums (3)',
  });
  const label = (value: string) => (value === '-' ? 'No camera' : value);
  expect(countOptions(TRAY, cameraOf, label)).toEqual({
    'BODY-A': 'BODY-A (2)',
    'BODY-B': 'BODY-B (1)',
    '-': 'No camera (1)',
  });
});

test('the CSV file has one row per photo, with the albums it may belong to', () => {
  const { columns } = unsortedPhotoList;
  expect(csvHeading(columns)).toBe('photo,file,reason,taken,camera,photographer,may_belong_to\r\n');
  expect(csvRow(columns, photo(1, { candidates: [7, 8] }))).toBe(
    '1,IMG_1.jpg,Between two albums,2026-11-14T12:01-06:00,BODY-A,Photo A,#2 Bayline Tidal\r\n',
  );
  expect(csvRow(columns, photo(3, { captured_at: null, camera_serial: null }))).toBe(
    '3,IMG_3.jpg,Between two albums,,,Photo A,\r\n',
  );
});

test('the album that most photos may belong to comes first', () => {
  expect(likelyAlbums([{ candidates: [4, 5] }, { candidates: [5] }, { candidates: [] }])).toEqual([5, 4]);
});

test('a moment says the day at an event of several days, and on another day than that of the event', () => {
  const event = { start_date: '2026-11-14', last_date: '2026-11-14', time_zone: 'America/Chicago' };
  expect(momentAtEvent('2026-11-14T18:01:05Z', event, true)).toBe('12:01:05 PM');
  expect(momentAtEvent('2026-11-15T18:01:05Z', event)).toBe('Nov 15, 12:01 PM');
  expect(momentAtEvent('2026-11-14T18:01:05Z', { ...event, last_date: '2026-11-15' })).toBe(
    'Nov 14, 12:01 PM',
  );
});
