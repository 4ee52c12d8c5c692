import { expect, test } from 'vitest';
import { buildCockpit } from '#web/testing/demo-cockpit.ts';
import {
  batchMessage,
  lastMinuteMessage,
  paceMessage,
  percentMessage,
  statusMessage,
  updatedMessage,
} from './totals.tsx';

const NOW = Date.parse('2026-11-14T20:00:00Z');
const ZONE = 'America/Denver';
const { uploads, event } = buildCockpit();

test.each([
  [0, 'Updated 0 s ago'],
  [3_400, 'Updated 3 s ago'],
  [59_000, 'Updated 59 s ago'],
  [61_000, 'Updated 1 min ago'],
  [7_300_000, 'Updated 2 h ago'],
  [-5_000, 'Updated 0 s ago'],
])('%i ms later the page says %j', (later, words) => {
  expect(updatedMessage(NOW, NOW + later)).toBe(words);
});

test('photos are told by the minute while they come, then by the time of the last one', () => {
  expect(lastMinuteMessage(uploads)).toBe('12 photos in the last minute');
  expect(paceMessage(uploads, ZONE, NOW)).toBe(
    '8.4 per minute in the last 10 minutes, 5.1 in the last hour.',
  );
  const quiet = { ...uploads, photos_last_10_minutes: 0, photos_last_60_minutes: 0 };
  const at = (last_photo_at: string | null) => paceMessage({ ...quiet, last_photo_at }, ZONE, NOW);
  expect(at('2026-11-14T15:14:00Z')).toMatch(/^Last photo 8:14\sAM\.$/);
  expect(at('2026-11-14T03:14:00Z')).toMatch(/^Last photo Fri, Nov 13, 8:14\sPM\.$/);
  expect(at(null)).toBe('The first one appears here seconds after upload.');
  expect(lastMinuteMessage({ ...quiet, photos_last_minute: 0 })).toBe('No photos in the last minute');
  expect(lastMinuteMessage({ ...quiet, last_photo_at: null })).toBe('No photos uploaded yet');
});

test('uploads under way say how far they are', () => {
  expect(batchMessage(uploads)).toBeUndefined();
  const batches = { under_way: 2, files_arrived: 1_200, files_total: 3_000 };
  expect(batchMessage({ ...uploads, batches })).toBe('2 uploads under way: 1,200 of 3,000 files');
});

test.each([
  ['2026-11-14', false, undefined],
  ['2026-11-15', false, 'Starts tomorrow.'],
  ['2026-11-24', false, 'Starts in 10 days.'],
  ['2026-10-01', false, undefined],
  ['2026-10-01', true, 'This event is archived. Its totals still update with every sale and refund.'],
])('of an event on %s, archived %s, it says %j', (start_date, archived, words) => {
  expect(statusMessage({ ...event, start_date, archived }, NOW)).toBe(words);
});

test('tomorrow is tomorrow where the event is', () => {
  const lateEvening = Date.parse('2026-11-15T05:00:00Z');
  expect(statusMessage({ ...event, start_date: '2026-11-15' }, lateEvening)).toBe('Starts tomorrow.');
});

test('a rate is a percentage without needless digits', () => {
  expect([1_000, 1_250, 3_333, 0].map(percentMessage)).toEqual(['10%', '12.5%', '33.33%', '0%']);
});
