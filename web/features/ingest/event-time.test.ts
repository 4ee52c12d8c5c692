import { expect, test } from 'vitest';
import { csvHeading, csvRow } from '#contract/lists/csv.ts';
import { cameraList } from '#contract/lists/ingest.ts';
import { sortRows } from '#web/lib/lists/list-rows.ts';
import { toOffsetSeconds, toOffsetValues } from './clock-view.tsx';
import { describeOffset, toCameraRow } from './event-time.ts';

const camera = (serial: string, offset_seconds: number | null) =>
  toCameraRow(
    {
      serial,
      model: null,
      frames: 12,
      offset_seconds,
      calibrated_at: offset_seconds === null ? null : '2026-11-14T15:00:00Z',
      version: 0,
      last_captured_at: '2026-11-14T18:30:05Z',
    },
    'America/Chicago',
  );

const CAMERAS = [camera('B-1', 5), camera('B-2', null), camera('B-10', -420), camera('B-3', 0)];

test('by clock, cameras that are not calibrated come first, then those farthest off either way', () => {
  const sorted = sortRows(cameraList, CAMERAS, { key: 'seconds_behind', direction: 'desc' });
  expect(sorted.map(({ serial }) => serial)).toEqual(['B-2', 'B-10', 'B-1', 'B-3']);
});

test('serial numbers are sorted by the numbers in them', () => {
  const sorted = sortRows(cameraList, CAMERAS, { key: 'camera', direction: 'asc' });
  expect(sorted.map(({ serial }) => serial)).toEqual(['B-1', 'B-2', 'B-3', 'B-10']);
});

test('the CSV file holds seconds as numbers and times as on a clock at the event', () => {
  expect(csvHeading(cameraList.columns)).toBe('camera,photos,seconds_behind,calibrated,last_photo\r\n');
  expect(CAMERAS.slice(1, 3).map((row) => csvRow(cameraList.columns, row))).toEqual([
    'B-2,12,,,2026-11-14T12:30:05-06:00\r\n',
    'B-10,12,-420,2026-11-14T09:00-06:00,2026-11-14T12:30:05-06:00\r\n',
  ]);
});

test.each([
  [423, '7 minutes 3 seconds behind'],
  [-423, '7 minutes 3 seconds ahead'],
  [1, '1 second behind'],
  [3_600, '1 hour behind'],
  [-90_061, '1 day 1 hour 1 minute 1 second ahead'],
  [0, 'On time'],
  [null, 'Not calibrated'],
])('an offset of %s reads "%s"', (offset, words) => {
  expect(describeOffset(offset)).toBe(words);
});

test.each([0, 1, -1, 59, -60, 423, -423, 86_400, -9_999_999])('%i survives the form', (offset) => {
  expect(toOffsetSeconds(toOffsetValues(offset))).toBe(offset);
});

test('a part that is not a whole number gives no offset', () => {
  expect(toOffsetSeconds({ hours: '0', minutes: '1.5', seconds: '0', direction: 'behind' })).toBeNaN();
  expect(toOffsetSeconds({ hours: '0', minutes: '-3', seconds: '0', direction: 'behind' })).toBeNaN();
  expect(toOffsetSeconds({ hours: '', minutes: '7', seconds: '', direction: 'behind' })).toBe(420);
});
