import { expect, test } from 'vitest';
import type { Performance } from './ingest.types.ts';
import { findPerformances, minutesLate, ORDER_OF_DAY, readShown, runningOrderCsv } from './performances.ts';

const NOON = '2026-11-14T18:00:00Z';

const performance = (order: number, fields: Partial<Performance> = {}): Performance => ({
  album: 100 + order,
  performance_order: order,
  program_name: 'Bayline Cheer',
  team_name: `Team ${order}`,
  division_name: 'Senior 4',
  planned_at: NOON,
  announced_at: null,
  images_count: 5,
  published_at: NOON,
  ...fields,
});

const DAY = [
  performance(1),
  performance(2, { images_count: 0 }),
  performance(3, { published_at: null, division_name: 'Junior 2' }),
  performance(4, { announced_at: '2026-11-14T17:48:00Z', images_count: 40 }),
  performance(5, { announced_at: '2026-11-14T18:05:00Z', planned_at: null }),
];

const orders = (found: readonly Performance[]) => found.map(({ performance_order }) => performance_order);
const USUAL = { text: '', shown: undefined, sort: ORDER_OF_DAY };

test.each([
  ['all', {}, [1, 2, 3, 4, 5]],
  ['those without photos', { shown: 'no_photos' as const }, [2]],
  ['those not published', { shown: 'unpublished' as const }, [3]],
  ['those that come later than announced', { shown: 'delayed' as const }, [4]],
  ['those with every word', { text: 'junior BAYLINE' }, [3]],
  ['the one of an order', { text: '#4' }, [4]],
  ['none', { text: 'junior', shown: 'delayed' as const }, []],
  [
    'the most photos first, equals in the order of the day',
    { sort: { column: 'photos', isDown: true } as const },
    [4, 1, 3, 5, 2],
  ],
  [
    'the longest delay first',
    { sort: { column: 'late', isDown: true } as const, shown: undefined },
    [4, 1, 2, 3, 5],
  ],
])('shows %s', (_what, filter, expected) => {
  expect(orders(findPerformances(DAY, { ...USUAL, ...filter }))).toEqual(expected);
});

test('an unknown filter in the address shows all', () => {
  expect(readShown('constructor')).toBeUndefined();
  expect(readShown('delayed')).toBe('delayed');
});

test('a delay is counted from what was announced', () => {
  expect(DAY.map(minutesLate)).toEqual([0, 0, 0, 12, 0]);
});

test('a time in the file is one moment, also in the hour that comes twice', () => {
  const at = (planned_at: string | null) =>
    runningOrderCsv([performance(1, { planned_at })], 'America/Chicago').split('\r\n')[1];
  expect(at('2026-11-14T18:00:00Z')).toMatch(/,2026-11-14T12:00-06:00$/);
  expect(at('2026-11-01T06:30:00Z')).toMatch(/,2026-11-01T01:30-05:00$/);
  expect(at('2026-11-01T07:30:00.250Z')).toMatch(/,2026-11-01T01:30:00\.250-06:00$/);
  expect(at(null)).toMatch(/Senior 4,$/);
});

test('the file has the heads that the import reads, and every name as it is read back', () => {
  const csv = runningOrderCsv(
    [performance(0, { program_name: '@home', team_name: '=Stars, "Gold"', division_name: "'-x" })],
    'UTC',
  );
  expect(csv).toBe(
    'performance_order,program,team,division,planned_time\r\n0,\'@home,"\'=Stars, ""Gold""",\'\'-x,2026-11-14T18:00+00:00\r\n',
  );
});
