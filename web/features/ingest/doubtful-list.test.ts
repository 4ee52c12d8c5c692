import { expect, test } from 'vitest';
import { AS_TAKEN, doubtfulCsv, findDoubtful, readDoubt, trayChoices } from './doubtful-list.ts';
import type { DoubtfulImage, IngestAlbum } from './ingest.types.ts';

const photo = (id: number, fields: Partial<DoubtfulImage> = {}): DoubtfulImage => ({
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
});

const TRAY = [
  photo(1, { file_name: 'IMG_10.jpg' }),
  photo(2, { camera_serial: 'BODY-B', photographer: null }),
  photo(3, { captured_at: null, doubt: 'no_time', camera_serial: null }),
  photo(4),
];
const ALL = { reason: undefined, camera: undefined, photographer: undefined };
const ids = (images: readonly DoubtfulImage[]) => images.map(({ id }) => id);

test.each([
  ['every photo, those without a time last', {}, [1, 2, 4, 3]],
  ['one reason', { reason: 'no_time' as const }, [3]],
  ['one camera', { camera: 'BODY-A' }, [1, 4]],
  ['what no camera signed', { camera: '-' }, [3]],
  ['one photographer', { photographer: 'Photo A' }, [1, 4, 3]],
  ['what nobody signed', { photographer: '-' }, [2]],
  ['what passes all filters', { camera: 'BODY-A', photographer: 'Photo A', reason: 'no_time' as const }, []],
])('shows %s', (_what, filter, expected) => {
  expect(ids(findDoubtful(TRAY, { ...ALL, ...filter }, AS_TAKEN))).toEqual(expected);
});

test.each([
  ['file names count their numbers', { column: 'file', isDown: false } as const, [2, 3, 4, 1]],
  ['of one camera the earliest is first', { column: 'camera', isDown: true } as const, [2, 1, 4, 3]],
])('%s', (_what, sort, expected) => {
  expect(ids(findDoubtful(TRAY, ALL, sort))).toEqual(expected);
});

test('an unknown reason in the address shows all', () => {
  expect(readDoubt('toString')).toBeUndefined();
  expect(readDoubt('no_time')).toBe('no_time');
});

test('every choice says how many photos it shows', () => {
  expect(trayChoices(TRAY)).toEqual({
    reason: { near_boundary: 'Between two albums (3)', no_time: 'No capture time (1)' },
    camera: { 'BODY-A': 'BODY-A (2)', 'BODY-B': 'BODY-B (1)', '-': 'No camera (1)' },
    photographer: { 'Photo A': 'Photo A (3)', '-': 'Nobody named (1)' },
  });
});

test('the file has a row a photo, with the albums it may belong to', () => {
  const album = { id: 7, performance_order: 2, program_name: 'Bayline', team_name: 'Tidal' } as IngestAlbum;
  const images = [photo(1, { candidates: [7, 8] }), photo(3, { captured_at: null, camera_serial: null })];
  expect(doubtfulCsv(images, [album], 'America/Chicago').split('\r\n')).toEqual([
    'photo,file,reason,taken,camera,photographer,may belong to',
    '1,IMG_1.jpg,Between two albums,2026-11-14T12:01-06:00,BODY-A,Photo A,#2 Bayline Tidal',
    '3,IMG_3.jpg,Between two albums,,,Photo A,',
    '',
  ]);
});
