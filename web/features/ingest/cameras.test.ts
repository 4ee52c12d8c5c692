import { expect, test } from 'vitest';
import { sortRows } from '#web/lib/list-sort.ts';
import { COLUMNS, camerasCsv } from './cameras.ts';
import type { Camera } from './ingest.types.ts';

const camera = (serial: string, offset_seconds: number | null): Camera => ({
  serial,
  frames: 12,
  offset_seconds,
  calibrated_at: offset_seconds === null ? null : '2026-11-14T15:00:00Z',
  last_captured_at: '2026-11-14T18:30:05Z',
});

const CAMERAS = [camera('B-1', 5), camera('B-2', null), camera('B-10', -420), camera('B-3', 0)];

test('by clock the cameras to look at come first: not calibrated, then the farthest off either way', () => {
  const sorted = sortRows(CAMERAS, COLUMNS, { column: 'clock', isDown: true });
  expect(sorted.map(({ serial }) => serial)).toEqual(['B-2', 'B-10', 'B-1', 'B-3']);
});

test('serial numbers count their numbers', () => {
  const sorted = sortRows(CAMERAS, COLUMNS, { column: 'camera', isDown: false });
  expect(sorted.map(({ serial }) => serial)).toEqual(['B-1', 'B-2', 'B-3', 'B-10']);
});

test('the file tells seconds as numbers and times as those of the event', () => {
  expect(camerasCsv(CAMERAS.slice(1, 3), 'America/Chicago').split('\r\n')).toEqual([
    'camera,photos,clock behind by seconds,calibrated,last photo',
    'B-2,12,,,2026-11-14T12:30:05-06:00',
    'B-10,12,-420,2026-11-14T09:00-06:00,2026-11-14T12:30:05-06:00',
    '',
  ]);
});
